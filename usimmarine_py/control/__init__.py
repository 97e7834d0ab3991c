"""Control laws: the PID controller and line-of-sight guidance. Pure: no clock, no mail, no files."""
