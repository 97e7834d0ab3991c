"""The kinematic vehicle of uSimMarine."""
