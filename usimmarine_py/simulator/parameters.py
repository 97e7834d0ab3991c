"""The parameters that the simulator itself reads, around whatever backend moves the vehicle."""

from __future__ import annotations

from functools import partial

from usimmarine_py.control.gains import HOVER
from usimmarine_py.control.gains import PARAMETERS as CONTROLLER
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.kinematic.parameters import PARAMETERS as KINEMATIC
from usimmarine_py.simulator.parts.around import currents, drift, ground
from usimmarine_py.simulator.parts.run import clock, handshake, reset, wormholes
from usimmarine_py.simulator.parts.shown import navigation
from usimmarine_py.simulator.parts.steering import commands, pid
from usimmarine_py.values import Key

_choice = partial(Key, group="physics")

_CHOICE: tuple[Key, ...] = (
    _choice(
        "dynamics", "text", "kinematic", "The physics: the kinematic laws of uSimMarine, a Fossen model or a plug-in.",
        source="docs/vehicles.md",
    ),
    _choice(
        "dialect", "text", "documented",
        "The kinematic law: the published documentation's, or that of a recorded version of uSimMarine. The default "
        "follows the name that the application runs under.", choices=DIALECT_NAMES, source="laws/usimmarine 12.1",
    ),
    _choice(
        "quirks", "bool", "",
        "Which peculiarities of a recorded version are reproduced: true all, false none. Without the line those of "
        "well-formed input with dynamics = kinematic, since missions for that version rely on them.",
        source="laws/usimmarine 12",
    ),
)  # fmt: skip

#: Everything that the simulator and the kinematic backend read.
PARAMETERS: tuple[Key, ...] = (
    *_CHOICE,
    *reset.PARAMETERS,
    *drift.PARAMETERS,
    *currents.PARAMETERS,
    *ground.PARAMETERS,
    *KINEMATIC,
    *navigation.PARAMETERS,
    *clock.PARAMETERS,
    *commands.PARAMETERS,
    *handshake.PARAMETERS,
    *wormholes.PARAMETERS,
    *pid.PARAMETERS,
    *CONTROLLER,
    *HOVER,
)
