"""Time and state of the run: clock, gates, reset, guard, requests, wormholes."""
