"""Other vehicles: what their node reports say, which of them count, how near they come."""
