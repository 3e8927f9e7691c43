"""The rules of riichi mahjong as pure values and functions: no I/O, no clock, standard library only."""
