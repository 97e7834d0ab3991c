"""``usim check`` for the blocks of fields, pShare and pLogger."""
