"""The version of the package, and nothing else: any room may read it."""

from __future__ import annotations

__version__ = "0.1.0"
