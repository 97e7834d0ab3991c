"""From configuration lines to everything that a run needs."""
