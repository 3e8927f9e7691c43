"""Cameras, buttons, lamps and the board. Devices are imported only when one is opened."""
