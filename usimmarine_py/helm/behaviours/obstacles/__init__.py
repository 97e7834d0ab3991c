"""Behaviours that avoid obstacles."""
