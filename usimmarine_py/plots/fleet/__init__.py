"""Figures of runs of several vehicles, and of how two runs differ."""
