"""The sea bed, land, and what the water does by itself: grids in files, tides, profiles (laws/environment 7)."""
