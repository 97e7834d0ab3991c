"""Numbers on the command line: ``nan`` and ``inf`` pass through the ranges of click, and mean nothing here."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A finite float in a range."""

    name = "number"  # click would call a word no valid float range

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails like any other value of the wrong type."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no finite number.", param, ctx)
        return number


class Whole(click.IntRange):
    """An integer in a range."""

    name = "integer"  # not a valid integer range, says click
