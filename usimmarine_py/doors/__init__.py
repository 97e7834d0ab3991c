"""Doors to other worlds: each is an application on the mail of a community, on a library of that world.

What a door needs beyond the package is an optional extra, imported in the one module that uses it.
"""
