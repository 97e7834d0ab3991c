"""The simulator: one pure core under every shell."""
