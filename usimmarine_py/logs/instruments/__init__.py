"""Logs as instruments and autopilots write them, as series of numbers by name."""
