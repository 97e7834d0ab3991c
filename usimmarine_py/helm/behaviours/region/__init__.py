"""Behaviours that keep the vehicle within a region."""
