"""What vehicles of a field know of each other: reports, contacts, obstacles, encounters. Pure."""
