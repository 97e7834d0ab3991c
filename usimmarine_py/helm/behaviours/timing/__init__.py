"""Behaviours about time."""
