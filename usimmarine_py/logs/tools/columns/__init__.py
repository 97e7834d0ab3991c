"""Tools for columns, tags and points."""
