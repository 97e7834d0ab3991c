"""Live communities in Foxglove: its WebSocket, by its own SDK, with the schemas of ``usim mcap``."""
