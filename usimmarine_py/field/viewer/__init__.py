"""pMarineViewer without a screen: what it posts, and its buttons."""
