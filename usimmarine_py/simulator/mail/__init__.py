"""What mail does to the simulator's state."""
