"""The four dialects as one table: which law each follows, and which known defects it reproduces.

A dialect is data. The engine and the simulator ask it for a property or for a quirk by name; nobody compares
dialect names to choose a formula. Section numbers mean the behaviour specification of uSimMarine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from usimmarine_py.errors import ConfigError, suggest

#: The words of ``dialect = ...``.
DIALECT_NAMES = ("documented", "classic", "v22", "v23")

#: Every behaviour that ``quirks = true`` brings back (section 21), by the ids of the golden data.
QUIRKS = frozenset(
    {
        "config_order",
        "thrust_map_abort",
        "v23_thrust_map_replaces",
        "turn_rate_zero",
        "full_speed_fixed",
        "rudder_step_cap",
        "rudder_first_unlimited",
        "reverse_differential",
        "reverse_flip",
        "mode_strings",
        "string_for_number",
        "pause_whole_seconds",
        "pause_wall_clock",
        "enable_after_pause",
        "obstacle_hit_types",
        "obstacle_resume_jump",
        "turn_radius_nan",
        "published_speed_cap",
        "sail_zero_unlimited",
        "polar_360",
        "embedded_ignores_override",
        "pid_startup_abort",
        "bad_dt",
        "disabled_moves",
        "own_names_only",
    }
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What distinguishes one dialect; the last group holds the quirks in force."""

    name: str
    mean_speed: bool = True  #: the stored speed is the mean of old and new speed (6.9); else the new one
    pitch_coupled: bool = True  #: square-root depth law with accumulating pitch (6.8); else the documented law
    stays_at_rest: bool = True  #: no turn by the rudder while the new speed is exactly 0 (6.4)
    turn_speed_map: bool = False  #: the turn-speed map is always on (6.5)
    whole_inputs: bool = False  #: thrust is limited to [-100, 100] when used
    true_pi: bool = False  #: geodesy with the true pi (17)
    stores_position: bool = False  #: latitude and longitude are converted once per step and kept (17)
    nav_modulo: int = 1  #: navigation is published in every n-th iteration (2.2)
    snaps_speed: bool = True  #: the published speed is snapped to 0.01 (15)
    simulation_mode: bool = True  #: posts SIMULATION_MODE and TRUE_X, TRUE_Y (5)
    depth_flag: bool = False  #: a controller without depth control stops depth posts and handshake (5, 14)
    force_summary: bool = False  #: posts USM_FSUMMARY before each drift summary (5)
    summary_rule: str = "vector"  #: which mail renews the drift summary: vector | source | any (7)
    lists_bad_senders: bool = False  #: who sends an unreadable drift is listed in the report all the same
    counts_start_pos: bool = False  #: a start_pos line counts as a reset (5)
    exact_reset: bool = False  #: a reset text is applied whole or not at all, depth not below 0
    plain_drift: bool = False  #: drift vectors by plain sines and cosines (documented law, Mail)
    clips: bool = False  #: a parameter out of its range is clipped; else each has a rule of its own (3)
    pause_moves_stamp: bool = False  #: while paused the stamp follows the clock (documented law, Mail); else 9.3
    frozen_when_disabled: bool = False  #: the model stands still while disabled (9.1)
    obstacle: str = "silent"  #: while hit: silent | zero_speed | frozen (9.2)
    report: str = "classic"  #: layout of the report (16)
    resets_to_unmoved_truth: bool = False  #: USM_RESET_NAV without dual state takes the copy that never moved (4)
    sailing_mode: bool = False  #: sailing is a thrust mode of its own (11)
    first_line_counts: bool = False  #: of two lines of the same name the first counts, as in the C++ program
    exponent: bool = False  #: numbers in text may carry an exponent (1)
    quirks: frozenset[str] = frozenset()

    def has(self, quirk: str) -> bool:
        """Whether a known defect is to be reproduced; ``quirk`` is one of ``QUIRKS``."""
        return quirk in self.quirks

    @property
    def flips(self) -> bool:
        """Reverse mode turns the stored heading in every step (6.7, V22 and V23)."""
        return self.stores_position and self.has("reverse_flip")

    def without(self, quirk: str) -> Dialect:
        """The dialect with one known defect mended."""
        return replace(self, quirks=self.quirks - {quirk})


_CLASSIC = Dialect(
    name="classic",
    first_line_counts=True,
    lists_bad_senders=True,
    force_summary=True,
)
_V22 = Dialect(
    name="v22",
    turn_speed_map=True,
    stores_position=True,
    nav_modulo=2,
    summary_rule="source",
    depth_flag=True,
    counts_start_pos=True,
    frozen_when_disabled=True,
    obstacle="zero_speed",
    report="v22",
    resets_to_unmoved_truth=True,
)
_V23 = replace(_V22, name="v23", obstacle="frozen", report="v23", sailing_mode=True, resets_to_unmoved_truth=False)
_DOCUMENTED = Dialect(
    name="documented",
    mean_speed=False,
    pitch_coupled=False,
    stays_at_rest=False,
    whole_inputs=True,
    true_pi=True,
    snaps_speed=False,
    simulation_mode=False,
    summary_rule="any",
    exact_reset=True,
    pause_moves_stamp=True,
    plain_drift=True,
    clips=True,
    exponent=True,
)

_TABLE = MappingProxyType({d.name: d for d in (_DOCUMENTED, _CLASSIC, _V22, _V23)})

#: Kept without being asked for: section 21 lists it as staying in the three recorded dialects.
_ALWAYS = frozenset({"rudder_step_cap"})


def find_dialect(name: str, quirks: bool = False) -> Dialect:
    """The dialect called ``name`` (any case), with its defects reproduced when ``quirks``.

    The documented dialect has no reference program, hence no quirks. Raises ``ConfigError`` for another name.
    """
    dialect = _TABLE.get(name.strip().lower())
    if dialect is None:
        known = ", ".join(DIALECT_NAMES)
        problem = f"unknown dialect {name!r}; known are {known}"
        raise ConfigError(problem, key="dialect", suggestion=suggest(name, DIALECT_NAMES))
    if dialect.name == "documented":
        return dialect
    return replace(dialect, quirks=QUIRKS if quirks else _ALWAYS)
