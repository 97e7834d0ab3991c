"""The life cycle of a MOOS application."""
