"""Two teams: capture the flag, a parallel environment of PettingZoo."""
