"""The lives of behaviours: made, running, updated, removed."""
