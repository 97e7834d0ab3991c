"""Live missions in this process: launches, pAntler's stand-in, a vehicle with a MOOSDB of its own."""
