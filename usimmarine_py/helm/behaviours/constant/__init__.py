"""Behaviours that hold or limit one value."""
