"""tablectl: the referee inside a riichi mahjong table."""
