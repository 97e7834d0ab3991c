"""``usim watch``: a live page of one vehicle, from a MOOSDB or from a log that grows."""
