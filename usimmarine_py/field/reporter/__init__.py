"""pNodeReporter: what a vehicle tells of itself."""
