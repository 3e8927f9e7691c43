"""The log in other programs' formats."""
