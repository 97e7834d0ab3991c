"""Values that no sane program sends: for any mail, and for what MOOS's own texts look like."""

from __future__ import annotations

import random
from math import inf, nan

NUMBERS = (
    0.0, -0.0, 1.0, -1.0, 50.0, 100.0, 1e3, -1e3, 1e6, 1e18, -1e150, 1e160, 1e308, -1e308, 5e-324, 1e-320, nan, inf,
    -inf,
)  # fmt: skip
TEXTS = (
    "", " ", "nan", "inf", "-inf", "1e400", "-1e400", "1e-320", "0x10", "1,5", "--5", "5 m", "10 knots", "90deg",
    "true", "false", "toggle", "yes please", "\0", "5\0", "\x1b[31mred", "line\nbreak", "%s%n", "\udcff", "\u202e5",
    "=", ",", ",,,", "=,=", "x=", "=5", "x=1=2", "x=1,x=2", "k=v", "k=v,", "a:b=c", "::", "{", "}{",
    "A" * 5000, "9" * 400,
)  # fmt: skip
LARGEST = 2**20
#: One that means something, by the name of the variable; the others are numbers.
EXAMPLES = {
    "THRUST_MODE_REVERSE": ("reverse", "normal"),
    "THRUST_MODE_DIFFERENTIAL": ("differential", "normal"),
    "DRIFT_VECTOR": ("90,1.5",),
    "DRIFT_VECTOR_ADD": ("45,0.2",),
    "WIND_CONDITIONS": ("spd=4,dir=100",),
    "USM_WEATHER": (
        "wind_speed=12,wave_hs=0.8", "beaufort=5", "current_speed=0.5,current_dir=90", "wind_speed=", "sea_state=4",
    ),
    "USM_FAULT": (
        "imu:bias=0.1", "gps:dead,imu:noise=2", "rudder:stuck=10", "thrust:gain=0.5", "thrust:limit=40", "clear",
        "imu:clear", "gps:freeze", "gps:dropout=0.5",
    ),
    "NODE_REPORT": ("NAME=ben,X=10,Y=20,SPD=1.5,HDG=90,DEP=0,TYPE=kayak,LENGTH=4",),
    "USM_RESET": ("x=5,y=-6,heading=90,speed=1,depth=2", "x=0,y=0"),
    "USM_FORCE": ("X=10,N=-2", "none"),
    "USM_RELEASE": ("all", "rudder"),
    **dict.fromkeys(
        ("USM_CURRENT_FIELD", "CURRENT_FIELD", "USM_SIM_PAUSED", "USM_ENABLED", "OBSTACLE_HIT", "MOOS_MANUAL_OVERRIDE",
         "MOOS_MANUAL_OVERIDE", "TRIM_CONTROL", "BUOYANCY_CONTROL", "USM_RESET_NAV"), ("true", "false"),
    ),
}  # fmt: skip


def mutated(rng: random.Random, text: str) -> str:
    """A text after one to three cuts, swaps, repetitions or strange characters, or with one number replaced."""
    if rng.random() < 0.4 and any(c.isdigit() for c in text):
        digits = [i for i, c in enumerate(text) if c.isdigit()]
        place = rng.choice(digits)
        return text[:place] + rng.choice(("nan", "inf", "-1", "1e308", "1e400", "", "1e-320", "7")) + text[place + 1 :]
    for _ in range(rng.randint(1, 3)):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        middle = rng.choice(("", text[a:b] * 2, rng.choice(TEXTS[:40]), chr(rng.randrange(1, 0x2FF)), text[a:b][::-1]))
        text = text[:a] + middle + text[b:]
    return text


def hostile_value(rng: random.Random, name: str) -> float | str | bytes:
    """Something for variable ``name``: numbers, texts and bytes of every kind, one in five of it good mail."""
    examples = EXAMPLES.get(name, ())
    kind = rng.random()
    if kind < 0.2:
        return rng.choice(examples) if examples else rng.uniform(-100.0, 100.0)
    if kind < 0.5 and examples:
        return mutated(rng, rng.choice(examples))
    if kind < 0.7:
        return rng.choice(NUMBERS)
    if kind < 0.75:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(16)))
    if kind < 0.755:
        return rng.choice(("x", "9", "a=1,", "\0")) * (LARGEST // 4)
    return rng.choice(TEXTS)
