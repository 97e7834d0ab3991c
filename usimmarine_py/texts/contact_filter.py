"""Which vehicles count: by name, group, type and region."""

from __future__ import annotations

from collections.abc import Collection

from usimmarine_py.limits import MOST_FILTERED, MOST_POINTS, admit
from usimmarine_py.maths.plane.polygon import Polygon
from usimmarine_py.text import loose_boolean
from usimmarine_py.texts.node_report import NodeState
from usimmarine_py.texts.pairs import words_of
from usimmarine_py.texts.shapes import points_text, read_polygon

_KINDS = ("group", "name", "type")


class ContactFilter:
    """What a vehicle has to be and may not be; empty: every vehicle passes.

    ``older``: by the rules of pBasicContactMgr: a value is one word, whose case counts; what a report leaves empty
    passes; a word may be matched and ignored, and then nothing but an empty value passes.
    """

    def __init__(self, *, older: bool = False) -> None:
        self.older = older
        self.match: dict[str, list[str]] = {kind: [] for kind in _KINDS}
        self.ignore: dict[str, list[str]] = {kind: [] for kind in _KINDS}
        self.match_regions: list[Polygon] = []
        self.ignore_regions: list[Polygon] = []
        self.strict = not older
        self._empty = True  #: so far

    def read(self, key: str, value: str) -> bool:
        """Read ``match_name = a,b`` and the like; return False for another key. Raises ``ValueError``."""
        if key == "strict_ignore":
            strict = loose_boolean(value, self.strict)
            if strict is None:
                raise ValueError("must be true or false")
            self.strict = strict
            return True
        side, _, kind = key.partition("_")
        if side not in ("match", "ignore") or kind not in (*_KINDS, "region"):
            return False
        if kind == "region":
            try:
                polygon = read_polygon(value).polygon
            except ValueError as error:
                raise ValueError(f"must be a convex polygon: {error}") from None
            regions = self.match_regions if side == "match" else self.ignore_regions
            self._empty = False
            if polygon not in regions:
                admit(sum(len(one.vertices) for one in (*regions, polygon)), MOST_POINTS, "vertices of regions")
                regions.append(polygon)
            return True
        own, other = (self.match, self.ignore) if side == "match" else (self.ignore, self.match)
        if self.older:  # as in the original only types that match may be several, between commas or colons
            value = value.replace(":", ",").strip()
            words = [one.strip() for one in value.split(",")] if key == "match_type" else [value]
            words = [word for word in words if word]
        else:
            words = words_of(value.lower())
        if not words:
            self._empty = False
            raise ValueError("must be one word or several")
        admit(len(words), MOST_FILTERED, f"words for {key}")
        admit(len({*words, *own[kind]}), MOST_FILTERED, f"words for {key}")
        self._empty = False
        twice = [] if self.older else [word for word in words if word in other[kind]]
        own[kind] += [word for word in words if word not in twice and word not in own[kind]]
        if twice:
            raise ValueError(f"{', '.join(twice)} cannot be matched and ignored, too")
        return True

    def texts(self) -> list[str]:
        """Return it as ``ignore_group=red`` and the like, one text for each word; none for an empty filter."""
        found = []
        for kind in _KINDS:
            found += [f"ignore_{kind}={word}" for word in sorted(self.ignore[kind])]
            found += [f"match_{kind}={word}" for word in sorted(self.match[kind])]
        for side, regions in (("ignore", self.ignore_regions), ("match", self.match_regions)):
            found += [f"{side}_region={points_text(region.vertices)}" for region in regions]
        if self.ignore["group"] or self.ignore["type"]:
            found.append(f"strict_ignore={'true' if self.strict else 'false'}")
        return found

    def passes(self, state: NodeState, only: Collection[str] = (*_KINDS, "region")) -> bool:
        """Whether a vehicle passes, by all tests or by some ``only``.

        Groups and types are compared as reported with words in lower case, as in the original; names in lower case.
        """
        if self._empty:
            return True
        values = {"group": state.group, "name": state.name.lower(), "type": state.kind}
        for kind in _KINDS:
            if kind not in only:
                continue
            value = values[kind]
            if self.older and not value:
                continue
            if self.match[kind] and value not in self.match[kind]:
                return False
            if self.ignore[kind] and (value in self.ignore[kind] or (self.strict and not value)):
                return False
        if "region" not in only:
            return True
        x, y = state.x or 0.0, state.y or 0.0
        if self.match_regions and not any(region.contains(x, y) for region in self.match_regions):
            return False
        return not any(region.contains(x, y) for region in self.ignore_regions)
