"""Behaviours that steer to points."""
