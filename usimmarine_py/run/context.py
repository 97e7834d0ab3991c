"""The surroundings of a run: when it starts, on which machine, and what its applications may do beside posting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from types import MappingProxyType

from usimmarine_py.apps.grading.mission_eval import Writer
from usimmarine_py.apps.own.find import RequestedApp
from usimmarine_py.mission import Mission
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings
from usimmarine_py.moos.app.status import no_figures
from usimmarine_py.moos.clock import Clock
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.values.app import Application
from usimmarine_py.values.frozen import replace

#: MOOS time at which every offline run starts, s. Not 0, which the controllers take for "never".
START_TIME = 1000.0
NO_APPS: Mapping[str, RequestedApp] = MappingProxyType({})


class RunContext:
    """The surroundings of an offline run, which are the same on each machine and each day; others derive from it."""

    start_time = START_TIME  #: MOOS s
    warp = 1.0  #: of the clock, as applications see it
    live = False  #: whether programs outside may take part
    address = ""  #: of this machine
    process_id = 0

    def dated(self, now: float) -> datetime:
        """Return the date of a MOOS time (s)."""
        return datetime.fromtimestamp(now, timezone.utc)

    def salt(self, seed: str) -> str:
        """Return what the name of the run is drawn by."""
        return seed

    def writer(self, mission: Mission) -> Writer | None:
        """Return what appends to the result files of a mission's graders; None: they write none."""
        del mission
        return None

    def settings(self, settings: AppSettings) -> AppSettings:
        """Return the settings of an application from those of its block."""
        return replace(settings.silent(), time_warp=self.warp, db=replace(settings.db, use_comms=True))

    def memory_of(self, who: str) -> Callable[[int], float | None]:
        """Return what gives the memory of a process (KiB) to an application."""
        del who
        return lambda _: None

    def moos_app(self, application: Application, settings: AppSettings, comms: Comms, clock: Clock) -> MoosApp:
        """Return an application with its life cycle."""
        return MoosApp(application, settings, comms, clock, meter=no_figures, terminal=False)

    def own(self, mission: Mission) -> Mapping[str, RequestedApp]:
        """Return the user's own applications of a mission by their names."""
        del mission
        return NO_APPS

    def plays(self, mission: Mission, name: str) -> bool:
        """Whether the application of this name plays in the run itself, if it can."""
        del mission, name
        return True

    def stands_for(self, mission: Mission, name: str) -> bool:
        """Whether a started program without effect on the run is a client of the community all the same."""
        del mission, name
        return True


#: Of all offline runs.
OFFLINE = RunContext()
