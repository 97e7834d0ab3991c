"""Derivatives of a vehicle and what comes of them: linear models, their steps, steady states, trim."""
