"""Training of the two networks from drawn art, open art and openly licensed photographs."""
