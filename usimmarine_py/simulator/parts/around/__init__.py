"""What is around the vehicle: drift, currents, weather, sails, ground."""
