"""Sensors that detect: radar, lidar, camera, AIS and sonars, as contacts and points."""
