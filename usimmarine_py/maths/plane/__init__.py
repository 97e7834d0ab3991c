"""Figures in the local plane (x east, y north, m), and the texts in which MOOS-IvP writes them."""
