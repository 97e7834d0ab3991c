"""The version of the package; every module may import it."""

from __future__ import annotations

__version__ = "1.0.0"
