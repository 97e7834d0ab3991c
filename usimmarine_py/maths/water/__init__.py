"""Sea water: the column of temperature, salinity and speed of sound; absorption and noise of sound."""
