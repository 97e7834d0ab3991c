"""Transports between an application and a MOOSDB."""
