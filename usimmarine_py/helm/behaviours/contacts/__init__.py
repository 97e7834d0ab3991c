"""Behaviours that act on another vehicle."""
