"""The four dialects: a name, and the quirks of its program that are reproduced.

What else distinguishes a dialect is held by the part or the law that uses it.
"""

from __future__ import annotations

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.values.frozen import dataclass

#: The values of ``dialect = ...``.
DIALECT_NAMES = ("documented", "classic", "v22", "v23")

#: Quirks of all recorded programs on well-formed input, by their names in laws/usimmarine 12.
_SHARED = frozenset(
    (
        *("thrust_map_abort", "turn_rate_zero", "full_speed_fixed", "rudder_first_unlimited", "reverse_differential"),
        *("mode_strings", "pause_whole_seconds", "enable_after_pause", "obstacle_hit_types", "obstacle_resume_jump"),
        *("sail_zero_unlimited", "embedded_ignores_override"),
    )
)
#: Quirks that are reproduced unless ``quirks = false``: what a mission for the program may rely on. The documented
#: dialect has no program, hence no quirks.
_USUAL = {
    "documented": frozenset[str](),
    "classic": _SHARED | {"config_order", "disabled_moves"},
    "v22": _SHARED | {"reverse_flip", "published_speed_cap"},
    "v23": _SHARED | {"reverse_flip", "v23_thrust_map_replaces"},
}
#: Those that ``quirks = true`` adds: of malformed input, of the wall clock, and not-a-number.
_MALFORMED = frozenset(
    ("string_for_number", "turn_radius_nan", "polar_360", "pid_startup_abort", "bad_dt", "pause_wall_clock")
)
_MALFORMED_OF = {"classic": _MALFORMED | {"strict_booleans"}}


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect; ``reproduced`` names the quirks in force.

    ``quirks`` is the setting: None for those of well-formed input, False for none, True for all; then only the names
    of its program are known, too.
    """

    name: str
    quirks: bool | None = None
    reproduced: frozenset[str] = frozenset()

    @property
    def recorded(self) -> bool:
        """Whether its law is that of the recorded programs."""
        return self.name != "documented"

    @property
    def later(self) -> bool:
        """Whether it is that of V22 or V23."""
        return self.name in ("v22", "v23")

    @property
    def nav_modulo(self) -> int:
        """Navigation is published in every n-th iteration (laws/usimmarine 2.2)."""
        return 2 if self.later else 1

    def has(self, quirk: str) -> bool:
        """Return whether a quirk is reproduced, by its name in laws/usimmarine 12."""
        return quirk in self.reproduced

    def without(self, quirk: str) -> Dialect:
        """Return the dialect without a quirk."""
        return Dialect(self.name, self.quirks, self.reproduced - {quirk})


def dialect_of_name(name: str) -> str:
    """Return the dialect that an application name stands for, compared with case; V22 and V23 first."""
    if not name.startswith("uSimMarine"):
        return "documented"
    rest = name[len("uSimMarine") :]
    return "v22" if "V22" in rest else "v23" if "V23" in rest else "classic"


def find_dialect(name: str, quirks: bool | None = None) -> Dialect:
    """Return the dialect called ``name`` (any case); ``quirks`` as in ``Dialect``.

    Raises ``ConfigError`` for another name.
    """
    found = name.strip().lower()
    if found not in DIALECT_NAMES:
        known = ", ".join(DIALECT_NAMES)
        problem = f"unknown dialect {name!r}; known are {known}"
        raise ConfigError(problem, key="dialect", suggestion=suggest(name, DIALECT_NAMES))
    if found == "documented" or quirks is False:
        return Dialect(found, False)
    added = _MALFORMED_OF.get(found, _MALFORMED) if quirks else frozenset[str]()
    return Dialect(found, quirks, _USUAL[found] | added)
