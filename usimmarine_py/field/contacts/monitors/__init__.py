"""Monitors of encounters: vehicles with vehicles, and with obstacles."""
