"""What is seen of the vehicle: navigation, sensors, AIS."""
