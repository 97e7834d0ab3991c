"""The four dialects as one table: which law each follows, and which known defects it reproduces.

A dialect is data. The laws and the simulator ask it for a field; no code compares dialect names to choose a formula.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.kinematic.thrust_map import CLASSIC_RULE, DOCUMENTED_RULE, FORGIVING_RULE, V23_RULE, ThrustMapRule
from usimmarine_py.values.frozen import dataclass, replace

#: The values of ``dialect = ...``.
DIALECT_NAMES = ("documented", "classic", "v22", "v23")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What distinguishes one dialect; the last group holds the defects that ``quirks = true`` brings back
    (laws/usimmarine 12).
    """

    name: str
    recorded_law: bool = True  #: the laws of motion of the recorded programs (laws/kinematics); else laws/documented
    turn_speed_map: bool = False  #: the turn-speed map is always on (laws/kinematics 5)
    whole_inputs: bool = False  #: thrust is limited to [-100, 100] when used
    rudder_step_cap: bool = True  #: the rudder moves by 100 at most at once (laws/usimmarine 9)
    true_pi: bool = False  #: geodesy with the true pi (laws/frames 7.4)
    stores_position: bool = False  #: latitude and longitude are converted once per step and kept (laws/frames 7.4)
    nav_modulo: int = 1  #: navigation is published in every n-th iteration (laws/usimmarine 2.2)
    snaps_speed: bool = True  #: the published speed is snapped to 0.01 (laws/usimmarine 1.7)
    simulation_mode: bool = True  #: posts SIMULATION_MODE and TRUE_X, TRUE_Y (laws/usimmarine 5)
    #: a controller without depth control stops depth posts and handshake (laws/usimmarine 2.3, 11)
    depth_flag: bool = False
    force_summary: bool = False  #: posts USM_FSUMMARY before each drift summary (laws/usimmarine 5)
    #: which mail renews the drift summary (laws/usimmarine 4.3)
    summary_rule: Literal["vector", "source", "any"] = "vector"
    lists_bad_senders: bool = False  #: who sends an unreadable drift is listed in the report all the same
    counts_start_pos: bool = False  #: a start_pos line counts as a reset (laws/usimmarine 5)
    exact_reset: bool = False  #: a reset text is applied whole or not at all, depth not below 0
    plain_drift: bool = False  #: drift vectors by plain sines and cosines (laws/documented 4)
    clips: bool = False  #: a parameter out of its range is clipped; else each has a rule of its own (laws/usimmarine 3)
    #: while paused the stamp follows the clock (laws/documented 4); else laws/usimmarine 8.3
    pause_moves_stamp: bool = False
    frozen_when_disabled: bool = True  #: the model stands still while disabled (laws/usimmarine 8.1)
    obstacle: Literal["silent", "zero_speed", "frozen"] = "silent"  #: while hit (laws/usimmarine 8.2)
    report: Literal["classic", "v22", "v23"] = "classic"  #: layout of the report (laws/usimmarine 6)
    #: USM_RESET_NAV without dual state takes the copy that never moved (laws/usimmarine 4)
    resets_to_unmoved_truth: bool = False
    sailing_mode: bool = False  #: sailing is a thrust mode of its own (laws/usimmarine 10)
    first_line_counts: bool = False  #: of two lines of the same name the first counts, as in the C++ program
    every_name: bool = False  #: knows every parameter of the table; else those of its program
    old_names: bool = False  #: knows deprecated names of parameters
    map_rule: ThrustMapRule = FORGIVING_RULE  #: how a thrust map is read (laws/kinematics 2)
    loose_turn_loss: bool = False  #: any text of turn_loss is a number (laws/usimmarine 3)
    unhandled_reflect: bool = False  #: calls a thrust_reflect line unhandled, though it works (laws/usimmarine 3)
    exponent: bool = False  #: numbers in text may carry an exponent (laws/usimmarine 1.1)

    meets_ground: bool = False  #: the water depth of parameter and mail holds the vehicle (laws/environment 7)

    quirks: bool = False  #: known defects are reproduced, and only the names of the program are known
    config_order: bool = False  #: lines are worked through from the end
    turn_rate_zero: bool = False
    full_speed_fixed: bool = False
    rudder_first_unlimited: bool = False
    reverse_differential: bool = False
    flips: bool = False  #: reverse mode turns the stored heading in every step (laws/kinematics 7)
    mode_words: Literal["any", "true_only", "exact"] = "any"  #: what THRUST_MODE_* takes: any boolean, or less
    strict_booleans: bool = False  #: lines and USM_SIM_PAUSED take true and false only
    string_for_number: bool = False
    pause_whole_seconds: bool = False
    pause_wall_clock: bool = False
    enable_after_pause: bool = False
    #: Which mail is a hit: any boolean or number; all but 0, for good; a boolean text; a strict one (laws/usimmarine
    #: 8.2).
    obstacle_hit: Literal["any", "all_but_0", "boolean", "strict"] = "any"
    obstacle_resume_jump: bool = False
    turn_radius_nan: bool = False
    speed_cap: float | None = None  #: m/s, of the published speed (laws/usimmarine 5)
    sail_zero_unlimited: bool = False
    polar_360: bool = False
    embedded_ignores_override: bool = False
    pid_startup_abort: bool = False
    bad_dt: bool = False


_CLASSIC = Dialect(
    name="classic",
    first_line_counts=True,
    lists_bad_senders=True,
    force_summary=True,
    old_names=True,
)
_V22 = Dialect(
    name="v22",
    turn_speed_map=True,
    stores_position=True,
    nav_modulo=2,
    summary_rule="source",
    depth_flag=True,
    counts_start_pos=True,
    obstacle="zero_speed",
    report="v22",
    resets_to_unmoved_truth=True,
    loose_turn_loss=True,
)
_V23 = replace(
    _V22,
    name="v23",
    obstacle="frozen",
    report="v23",
    sailing_mode=True,
    resets_to_unmoved_truth=False,
    loose_turn_loss=False,
    unhandled_reflect=True,
)
_DOCUMENTED = Dialect(
    name="documented",
    recorded_law=False,
    whole_inputs=True,
    rudder_step_cap=False,
    true_pi=True,
    snaps_speed=False,
    simulation_mode=False,
    summary_rule="any",
    exact_reset=True,
    pause_moves_stamp=True,
    plain_drift=True,
    clips=True,
    every_name=True,
    old_names=True,
    map_rule=DOCUMENTED_RULE,
    meets_ground=True,
    exponent=True,
)


def _with_quirks(dialect: Dialect) -> Dialect:
    """Return the dialect with the defects that all programs share."""
    return replace(
        dialect,
        quirks=True,
        turn_rate_zero=True,
        full_speed_fixed=True,
        rudder_first_unlimited=True,
        reverse_differential=True,
        string_for_number=True,
        pause_whole_seconds=True,
        pause_wall_clock=True,
        enable_after_pause=True,
        obstacle_resume_jump=True,
        turn_radius_nan=True,
        sail_zero_unlimited=True,
        polar_360=True,
        embedded_ignores_override=True,
        pid_startup_abort=True,
        bad_dt=True,
        map_rule=CLASSIC_RULE,
    )


_MENDED = MappingProxyType({d.name: d for d in (_DOCUMENTED, _CLASSIC, _V22, _V23)})

#: The documented dialect has no program, hence no quirks.
_EXACT = MappingProxyType(
    {
        "documented": _DOCUMENTED,
        "classic": replace(
            _with_quirks(_CLASSIC),
            config_order=True,
            mode_words="true_only",
            strict_booleans=True,
            frozen_when_disabled=False,
            obstacle_hit="all_but_0",
        ),
        "v22": replace(_with_quirks(_V22), flips=True, mode_words="exact", obstacle_hit="boolean", speed_cap=5.0),
        "v23": replace(_with_quirks(_V23), flips=True, mode_words="exact", obstacle_hit="strict", map_rule=V23_RULE),
    }
)


def dialect_of_name(name: str) -> str:
    """Return the dialect that an application name stands for, compared with case; V22 and V23 first."""
    if not name.startswith("uSimMarine"):
        return "documented"
    rest = name[len("uSimMarine") :]
    return "v22" if "V22" in rest else "v23" if "V23" in rest else "classic"


def find_dialect(name: str, quirks: bool = False) -> Dialect:
    """Return the dialect called ``name`` (any case), with its defects reproduced when ``quirks``.

    Raises ``ConfigError`` for another name.
    """
    dialect = (_EXACT if quirks else _MENDED).get(name.strip().lower())
    if dialect is None:
        known = ", ".join(DIALECT_NAMES)
        problem = f"unknown dialect {name!r}; known are {known}"
        raise ConfigError(problem, key="dialect", suggestion=suggest(name, DIALECT_NAMES))
    return dialect
