"""Deprecated: ``usimmarine_py.environment.sea`` is ``usimmarine_py.sea.data`` now."""
