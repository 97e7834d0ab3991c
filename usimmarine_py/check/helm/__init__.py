"""``usim check`` for the helm: its block and the .bhv files that it names."""
