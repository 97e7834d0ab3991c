"""Behaviours about turning."""
