"""Every reader and writer of recorded runs."""
