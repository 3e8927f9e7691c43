"""The figures this project promises, one command each."""
