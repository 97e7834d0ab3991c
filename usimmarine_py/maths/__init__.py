"""Rotations, integrators and geodesy."""
