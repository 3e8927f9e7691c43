"""Whole games without a table: dealt from a seed, or a log played back as a table over time."""
