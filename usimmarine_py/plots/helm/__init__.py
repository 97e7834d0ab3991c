"""Figures of what a helm did."""
