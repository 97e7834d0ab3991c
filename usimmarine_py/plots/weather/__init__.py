"""What the weather of runs was: side by side, and the wind as a rose."""
