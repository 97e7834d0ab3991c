"""What drives the vehicle: commands, controllers, faults."""
