"""What can be said about a mission without running it, and the one table of parameters and mail."""
