"""Tools that say what is in a log."""
