"""What the vehicle measures: sensor models and NMEA sentences."""
