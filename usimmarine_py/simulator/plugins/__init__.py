"""Backends of others: what goes in and comes out is checked, what their states leave out is made."""
