"""MAVLink: vehicles of a community on a ground station, such as QGroundControl or Mission Planner."""
