"""Actuator dynamics shared by all backends."""
