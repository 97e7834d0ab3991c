"""NMEA 0183 and AIS of live communities, both ways: chart plotters such as OpenCPN, and instruments."""
