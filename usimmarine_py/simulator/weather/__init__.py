"""Weather, sensors and faults around the vehicle: how they are read, carried along a step, and published."""
