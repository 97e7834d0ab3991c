"""A vehicle as its file describes it: read, checked, ready for the equations."""
