"""Actuators as a vehicle file describes them: commands, allocation, lags and faults."""
