"""Fossen's equations of motion as component scalars, interpreted and compiled alike."""
