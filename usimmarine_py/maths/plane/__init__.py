"""Figures in the local plane (x east, y north, m)."""
