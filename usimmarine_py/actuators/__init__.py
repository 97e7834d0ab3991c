"""The battery and what draws from it."""
