"""Behaviours about depth."""
