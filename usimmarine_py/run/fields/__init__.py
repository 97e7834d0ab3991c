"""What a run of several vehicles has beside that of one: their encounters and their hulls."""
