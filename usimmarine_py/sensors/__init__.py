"""Sensor models and NMEA sentences."""
