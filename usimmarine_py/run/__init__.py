"""Lock-step runs, replay, trials and sweeps."""
