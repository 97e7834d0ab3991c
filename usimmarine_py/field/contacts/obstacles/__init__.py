"""Obstacles: those that a vehicle knows of, and those that a simulated world has."""
