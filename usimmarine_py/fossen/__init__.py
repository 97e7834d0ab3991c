"""Fossen 3- and 6-DOF vehicle models."""
