"""MOOS communication: clients, the built-in MOOSDB, application life cycle and logs."""
