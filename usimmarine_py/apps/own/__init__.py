"""Applications that users write: their base class, how one is found by name, and how it plays."""
