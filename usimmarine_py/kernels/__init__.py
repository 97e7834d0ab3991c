"""The laws as plain functions of floats and tuples; each compiles under numba as it stands, and none imports it."""
