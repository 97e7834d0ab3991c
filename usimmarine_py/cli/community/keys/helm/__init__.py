"""uHelmScope: what the helm does, on a terminal."""
