"""Commands that make, start and grade missions."""
