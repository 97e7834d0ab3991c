"""Static checks of missions, and the table of parameters and mail."""
