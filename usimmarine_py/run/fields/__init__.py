"""What a run of several communities has beside that of one: its summary, encounters of its vehicles, its files."""
