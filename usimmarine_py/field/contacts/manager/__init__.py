"""The contact manager: who is near, and alerts about it."""
