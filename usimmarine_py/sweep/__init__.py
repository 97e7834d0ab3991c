"""Monte Carlo and grids: one mission many times."""
