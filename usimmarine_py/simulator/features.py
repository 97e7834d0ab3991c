"""The features that a mission can ask for: modules of parts that bring their parameters, posts and start-up along.

A new feature is a module in ``parts`` and a line here; the places of its shares in a tick stand in ``build.ORDER``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from usimmarine_py.simulator.part import Part
from usimmarine_py.simulator.parts import battery, hull
from usimmarine_py.values import Key, MailEntry


class Feature(Protocol):
    """A module of ``parts`` that a mission asks for by its parameters."""

    @property
    def PARAMETERS(self) -> tuple[Key, ...]:
        """Its parameters. Their lines are collected, and ``settle`` judges them behind the last line."""
        ...

    @property
    def POSTED(self) -> tuple[MailEntry, ...]:
        """The variables that it posts."""
        ...

    def settle(self, draft: Any) -> None:
        """Take its lines from ``draft.pending.lines`` and keep what it needs in ``draft.features``, or ``draft.warn``.

        ``draft`` is a ``config.draft.Draft``.
        """
        ...

    def make(self, row: Any) -> Mapping[str, Part]:
        """Return its parts by name for a ``build.Assembly``; none where it was not asked for."""
        ...


FEATURES: tuple[Feature, ...] = (battery, hull)
