"""Contacts, obstacles and encounters as the applications of MOOS-IvP judge them."""
