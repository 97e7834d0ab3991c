"""Figures of a model: what it does by itself, no run needed, and how it fits a run."""
