"""From a picture of a table to what lies where. Knows no rules of play."""
