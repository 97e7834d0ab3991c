"""The block of uFldHazardSensor."""

from __future__ import annotations

from usimmarine_py.field.hazards.hazard import SHAPES
from usimmarine_py.field.hazards.laydown import HazardSet, add_checked
from usimmarine_py.field.hazards.sensing import SwathOption
from usimmarine_py.field.settings import colour, field_table, idle, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.text import leading_integer, read_number
from usimmarine_py.texts.pairs import fields_of
from usimmarine_py.values.frozen import dataclass, field

#: How long detections are shown without a limit, s.
FOREVER = -1.0
_LONGEST_SUMMARY = 120.0


@dataclass(slots=True)
class MarkerLook:
    """How objects of a kind are drawn."""

    color: str
    shape: str = "triangle"
    width: float = 8.0


@dataclass(slots=True)
class SensorOptions:
    """What the block says; m, s, deg/s, m/s."""

    kinds: list[SwathOption] = field(default_factory=list)
    summary: list[str] = field(default_factory=list)  #: the kinds as they are offered
    files: list[str] = field(default_factory=list)
    laydown: HazardSet = field(default_factory=HazardSet)  #: hazards of the block
    swath_length: float = 5.0
    max_turn_rate: float = 1.5
    max_vehicle_speed: float = 2.05
    min_reset_interval: float = 300.0
    min_classify_interval: float = 30.0
    options_summary_interval: float = 10.0
    ignore_resemblances: bool = False
    show_hazards: bool = True
    show_swath: bool = True
    show_pd: bool = True
    show_pfa: bool = True
    show_reports: float = FOREVER
    swath_transparency: float = 0.2
    hazard: MarkerLook = field(default_factory=lambda: MarkerLook("red"))
    benign: MarkerLook = field(default_factory=lambda: MarkerLook("light_blue"))
    more_findings: list[Finding] = field(default_factory=list)


def _sensor(options: SensorOptions, value: str) -> Finding | None:
    found = fields_of(value)
    p_class = found.get("class", found.get("pclass", ""))
    width, exponent, right = (read_number(one) for one in (found.get("width", ""), found.get("exp", ""), p_class))
    most = found.get("max", "0")
    if width is None or exponent is None or right is None or read_number(most) is None:
        return Finding("must be width=NUMBER, exp=NUMBER, pclass=NUMBER, and max=NUMBER where it is limited")
    kind = SwathOption(max(width, 0.0), max(exponent, 1.0), min(max(right, 0.0), 1.0), max(leading_integer(most), 0))
    options.kinds.append(kind)
    offered = f"width={found['width']},exp={found['exp']},class={p_class}"
    options.summary.append(offered + (f",max={kind.most}" if kind.most else ""))
    if (kind.width, kind.exponent, kind.p_class) != (width, exponent, right):
        return Finding(
            f"counts as width {kind.width:g}, exp {kind.exponent:g}, pclass {kind.p_class:g}: width must be at least "
            "0, exp at least 1, pclass from 0 to 1",
            taken=True,
        )
    return None


def _hazard(options: SensorOptions, value: str) -> Finding | None:
    options.more_findings += [Finding(text) for text in add_checked(options.laydown, value)]
    return None


#: The keys of its block.
KEYS = field_table(
    SensorOptions,
    special(
        "sensor_config", "list", _sensor, "A setting that vehicles may choose: width= (half of the swath, m), exp= "
        "(P_FA = P_D^exp), pclass= (how often it classifies rightly), max= (how many vehicles may have it; 0: all).",
        repeatable=True, unit="m", example="width=25, exp=4, pclass=0.85",
    ),
    text("hazard_file", "files", "File with the objects, beside the mission.", repeatable=True),
    special(
        "hazard", "list", _hazard, "An object: x=, y=, label=, type=hazard or benign, hr=, aspect=, aspect_min=, "
        "aspect_max=, shape=, color=, width=.", repeatable=True, unit="m", example="x=20, y=-50, label=07, type=hazard",
    ),
    number("swath_length", "swath_length", "Half of the swath along the vehicle.", "m", minimum=1.0, clamped=True),
    number("max_turn_rate", "max_turn_rate", "The sensor is off where a vehicle turns faster.", "deg/s"),
    number("max_vehicle_speed", "max_vehicle_speed", "The sensor is off where a vehicle is faster.", "m/s"),
    number(
        "min_reset_interval", "min_reset_interval", "Least time between two settings of a vehicle's sensor; P_D alone "
        "may change at any time.", "s",
    ),
    number(
        "min_classify_interval", "min_classify_interval", "Time between two answers to requests of classes.", "s",
        aliases=("classify_period",),
    ),
    number(
        "options_summary_interval", "options_summary_interval", "How often the settings are offered.", "s",
        minimum=0.0, maximum=_LONGEST_SUMMARY, clamped=True,
    ),
    truth("ignore_resemblances", "ignore_resemblances", "hr= of objects has no effect."),
    truth("show_hazards", "show_hazards", "Viewers show the objects."),
    truth("show_swath", "show_swath", "Viewers show the swaths."),
    truth("show_pd", "show_pd", "P_D is written on swaths."),
    truth("show_pfa", "show_pfa", "P_FA is written on swaths."),
    number(
        "show_reports", "show_reports", "How long viewers show detections; 0: not at all.", "s", minimum=0.0,
        aliases=("show_detections",), words={"unlimited": FOREVER, "nolimit": FOREVER, "-1": FOREVER},
    ),
    number("swath_transparency", "swath_transparency", "How swaths are filled: 0 not at all, 1 solid.", minimum=0.0,
           maximum=1.0, clamped=True),
    text("default_hazard_shape", "hazard.shape", "Shape of hazards in viewers.", choices=SHAPES),
    colour("default_hazard_color", "hazard.color", "Colour of hazards in viewers."),
    number("default_hazard_width", "hazard.width", "Size of hazards in viewers.", "m"),
    text("default_benign_shape", "benign.shape", "Shape of benign objects in viewers.", choices=SHAPES),
    colour("default_benign_color", "benign.color", "Colour of benign objects in viewers."),
    number("default_benign_width", "benign.width", "Size of benign objects in viewers.", "m"),
    idle("seed_random", "Random numbers come from the seed of the run"),
    idle("rn_algorithm", "Noise, of which the original makes none"),
    idle("rn_uniform_pct", "Noise, of which the original makes none"),
)  # fmt: skip
