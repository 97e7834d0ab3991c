"""Kinematic parameters from a recorded run."""
