"""The ways from an application to a MOOSDB and back."""
