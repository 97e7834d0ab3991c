"""Applications of a field around MOOS."""
