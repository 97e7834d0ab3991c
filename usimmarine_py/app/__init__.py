"""The usimmarine MOOS application."""
