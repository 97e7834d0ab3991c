"""The version of the package, and nothing else: any room may read it."""

from __future__ import annotations

__version__ = "1.0.0rc1"
