"""What the configuration fixes for a whole run, beside the settings of the backend."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from usimmarine_py.control.pid_settings import PidSettings
from usimmarine_py.environment.current_field import CurrentField
from usimmarine_py.simulator.wormhole import Wormhole


@dataclass(frozen=True, slots=True)
class Options:
    """Switches of the simulator; section numbers mean the behaviour specification of uSimMarine."""

    dynamics: str = "kinematic"
    prefix: str = "USM"  #: of the published names, without the underscore that joins them
    dual_state: bool = False  #: navigation without drift, ground truth with it (6.1)
    nav_modulo: int = 1  #: navigation is published in every n-th iteration
    navpos_summary: bool = False  #: post USM_NAVPOS_SUMMARY (15)
    depth_info: bool = True  #: depth in the report (16)
    speed_cap: float | None = None  #: m/s, of the published speed (5)
    rudder_rate: float = 0.0  #: per cent per second, 0 = no limit (10)
    trim_tolerance: float = 5.0  #: deg (14)
    max_trim_delay: float = 10.0  #: s (14)
    post_thrust: str = ""  #: variable for the embedded controller's thrust
    post_rudder: str = ""
    pid: PidSettings = dataclasses.field(default_factory=PidSettings)  #: of the embedded controller (13)
    wormholes: tuple[Wormhole, ...] = ()
    field: CurrentField | None = None  #: the current field, whose current adds to the drift

    @property
    def depth_mode(self) -> bool:
        """The depth-control flag (5): true unless the coupled controller leaves the depth alone."""
        return self.pid.controls_depth
