"""Mission files, the parameter table and diagnostics."""
