"""``usim watch``: a live page of vehicles, from MOOSDBs or growing logs."""
