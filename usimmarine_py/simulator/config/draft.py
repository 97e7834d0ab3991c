"""What the configuration lines add up to, while they are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from usimmarine_py.environment.drift import Drift
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.kinematic.sailing import Sailing
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.model import VehicleState
from usimmarine_py.simulator.config.lines import Note
from usimmarine_py.simulator.config.options import Options
from usimmarine_py.simulator.state import NORMAL
from usimmarine_py.simulator.weather.reading import SeaDraft

#: Gives the text of a file named in the configuration; raises ``OSError`` or ``ValueError``.
FileReader = Callable[[str], str]


@dataclass
class Draft:
    """Grows line by line; ``Simulator`` makes its frozen parts from it."""

    dialect: Dialect
    settings: KinematicSettings
    options: Options
    pose: VehicleState
    drift: Drift
    read_file: FileReader | None = None
    rotate_speed: float = 0.0
    water_depth: float = 0.0
    paused: bool = False
    thrust_mode: str = NORMAL
    reverse: bool = False
    field_active: bool = True
    buoyancy_given: bool = False
    reset_count: int = 0
    sailing: Sailing = field(default_factory=Sailing)
    aborted: bool = False  #: start-up ended with the controller's lines (quirk ``pid_startup_abort``)
    more_notes: list[Note] = field(default_factory=list)  #: what a reader has to say beside its answer
    backend_lines: dict[str, str] = field(default_factory=dict)
    sea: SeaDraft = field(default_factory=SeaDraft)

    def set(self, **changes: object) -> None:
        """Change fields of the settings."""
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type]

    def choose(self, **changes: object) -> None:
        """Change fields of the options."""
        self.options = replace(self.options, **changes)  # type: ignore[arg-type]


#: Reads a value into the draft; the answer is None when all is well.
Reader = Callable[[Draft, str], "Note | None"]


def new_draft(dialect: Dialect, start_time: float, read_file: FileReader | None) -> Draft:
    """The draft with the defaults of a dialect."""
    return Draft(
        dialect=dialect,
        settings=KinematicSettings(dialect=dialect),
        options=Options(nav_modulo=dialect.nav_modulo, speed_cap=dialect.speed_cap),
        pose=VehicleState(time=start_time),
        drift=Drift(documented=dialect.plain_drift),
        read_file=read_file,
    )
