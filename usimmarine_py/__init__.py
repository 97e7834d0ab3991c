"""usimmarine: a marine vehicle simulator for MOOS-IvP communities."""

__version__ = "0.1.0"
