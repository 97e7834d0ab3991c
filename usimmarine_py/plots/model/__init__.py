"""Figures of a model without a run, and of its fit to a run."""
