"""pShare: variables of a community for other communities."""
