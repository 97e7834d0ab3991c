"""Drift, current, wind and waves around the vehicle."""
