"""Recorded scenarios: mail through the kinematic laws, commands through a vehicle with hydrodynamics."""
