"""What is posted: navigation, weather, sensors, and everything else of an iteration, in its order."""
