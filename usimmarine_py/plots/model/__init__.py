"""Figures of what a model does by itself, no run needed."""
