"""Small applications: ranges to vehicles and beacons, a grid of visits, vehicles that do not exist."""
