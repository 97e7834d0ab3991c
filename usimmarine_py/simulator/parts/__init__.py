"""The parts of a vehicle, one module a feature."""
