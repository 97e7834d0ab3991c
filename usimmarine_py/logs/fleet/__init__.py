"""Runs of several vehicles: their logs read together, encounters, events, and how two runs differ."""
