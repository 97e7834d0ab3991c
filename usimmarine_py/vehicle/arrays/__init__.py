"""Vehicles for scripts of one's own: every term, trim, linear models and fleets, with arrays."""
