"""Behaviours that only draw."""
