"""Behaviours that avoid a contact by the rules of the road."""
