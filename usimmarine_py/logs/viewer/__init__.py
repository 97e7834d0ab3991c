"""Drawings of missions on charts: ``VIEW_...`` mail."""
