"""The body of the report (appcast), text for text as the recorded versions write it (laws/usimmarine 6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.parts.around.sailing import Sails
from usimmarine_py.simulator.parts.run.gates import Gates
from usimmarine_py.simulator.parts.shown.navigation import Navigation
from usimmarine_py.simulator.records import DIFFERENTIAL, Own
from usimmarine_py.simulator.vehicle import SimulatedVehicle
from usimmarine_py.text import compact_number, stream_number, truth_text

_POSE_TITLES = ("  Start", "Pose", "Current", "Pose (NAV)", "Current", "Pose (GT)")
_LABELS = ("Headng:", "Speed:", "Depth:", "Alt:", "(X,Y):", "Lat:", "Lon:")
_DEPTH_ROWS = ("Depth:", "Alt:")
_DRIFT_TITLES = ("Ext Drift", "X ", "Y ", "Mag", "Ang", "Rot.", "Source(s)")


#: Parts whose lines stand below those of the recorded versions, in this order.
_OUR_PARTS = ("wormholes", "direct", "weather", "sensors", "battery", "faults", "bottom", "guard")


class VehicleReport:
    """The report of a vehicle."""

    def __init__(self, vehicle: SimulatedVehicle, draft: Draft, nav: Own, truth: Own) -> None:
        self._vehicle, self._draft, self._nav, self._truth = vehicle, draft, nav, truth
        self._layout = draft.dialect.name if draft.dialect.later else "classic"
        self._gates, self._sails = vehicle.part(Gates), vehicle.part(Sails)
        self._located = vehicle.part(Navigation).located
        # the starting values, frozen at the end of start-up (laws/usimmarine 2.1)
        self._start = self._start_column()
        self._start_buoyancy = "" if draft.aborted else compact_number(draft.motion.settings.buoyancy_rate, 8)
        self._start_drift = [""] * 5 if draft.aborted else self._drift(4)

    def text(self) -> str:
        """Return the whole body; every line ends with a line feed."""
        lines = self._head() + _table(
            _POSE_TITLES, self._pose_rows(), right=frozenset({0, 2, 4}), gaps=(" ", "   ", " ", "   ", " ")
        )
        lines += self._buoyancy()
        lines += _table(
            _DRIFT_TITLES, self._drift_rows(), right=frozenset({0}), gaps=("  ", "  ", "  |  ", "  ", "  |  ", "  |  ")
        )
        lines += ["", *self._velocity()]
        if self._draft.publication.depth_info:
            lines += ["", *self._depth()]
        for name in _OUR_PARTS:
            if name in self._vehicle.parts:
                lines += self._vehicle.parts[name].report()
        return "\n".join([*lines, ""])

    def _start_column(self) -> list[str]:
        """Return the column of the starting values; V22 and V23 have no position yet, so that they show 0."""
        if self._draft.aborted:
            return ["", "", "", "", ",", "", ""]
        nav = self._nav
        latitude, longitude = self._located.known(nav)
        return [
            compact_number(nav.heading, 1),
            compact_number(nav.speed, 2),
            compact_number(nav.depth, 2),
            compact_number(self._draft.depths.water_depth - nav.depth, 2),
            f"{compact_number(nav.x, 2)},{compact_number(nav.y, 2)}",
            _number_or_zero(latitude, 8),
            _number_or_zero(longitude, 8),
        ]

    def _column(self, own: Own, heading: float) -> list[str]:
        """Return the values of one current column."""
        latitude, longitude = self._located.known(own)
        return [
            compact_number(heading, 1),
            compact_number(own.speed, 2),
            compact_number(max(own.depth, 0.0), 1),
            compact_number(max(0.0, self._draft.depths.water_depth - own.depth), 1),
            f"{compact_number(own.x, 2)},{compact_number(own.y, 2)}",
            _number_or_zero(latitude, 8),
            _number_or_zero(longitude, 8),
        ]

    def _head(self) -> list[str]:
        enabled = truth_text(self._gates.state.enabled)
        datum = self._draft.vehicle.geodesy
        where = "" if datum is None else f"{compact_number(datum.latitude, 9)},{compact_number(datum.longitude, 9)}"
        if self._layout == "classic":
            return [f"Enabled: {enabled}", f"Datum: {where or '0,0'}", ""]
        lines = [f"Enabled:  {enabled}", f"TurnRate: {compact_number(self._draft.motion.settings.turn_rate, 2)}"]
        if self._layout == "v22":
            lines.append(f"TurnRadius: {compact_number(self._draft.motion.settings.turn_radius, 2)}")
        unknown = "," if self._draft.aborted else "?,?"
        lines += [f"Datum: {where or unknown}", "Sailing:"]
        sailing = self._draft.sail.sailing
        lines += [
            f"  WindModel: {sailing.wind.summary()}",
            f"  PolarPlot: {sailing.plot.text()}",
            f"  Enabled:   {truth_text(self._sails.shows)}",
        ]
        if self._layout == "v22":
            if self._draft.steering.post_thrust:
                lines.append(f"  post_des_thrust:   {self._draft.steering.post_thrust}")
            if self._draft.steering.post_rudder:
                lines.append(f"  post_des_rudder:   {self._draft.steering.post_rudder}")
            if self._draft.steering.post_elevator:
                lines.append(f"  post_des_elevator: {self._draft.steering.post_elevator}")
        return [*lines, "", ""]

    def _pose_rows(self) -> list[list[str]]:
        heading = self._nav.heading
        nav = self._column(self._nav, heading)
        if self._draft.publication.dual_state:
            # the recorded versions show the navigation heading in both columns
            labels, truth = list(_LABELS), self._column(self._truth, heading)
        else:
            labels, truth = ["(same)"] + [""] * (len(_LABELS) - 1), ["-"] * len(_LABELS)
        rows = zip(_LABELS, self._start, _LABELS, nav, labels, truth, strict=True)
        return [list(row) for row in rows if self._draft.publication.depth_info or row[0] not in _DEPTH_ROWS]

    def _buoyancy(self) -> list[str]:
        lines = [
            f"Present Buoyancy rate: {compact_number(self._draft.motion.settings.buoyancy_rate, 8)}",
            f"        Starting rate: {self._start_buoyancy}",
        ]
        if self._layout == "classic":
            return [*lines, "               Source: initial_config", ""]
        return ["", *lines, ""]

    def _drift(self, decimals: int) -> list[str]:
        """Return drift and rotation."""
        state = self._draft.drifting
        x, y = compact_number(state.drift.x, decimals), compact_number(state.drift.y, decimals)
        return [x, y, *_polar(state.drift.magnitude, state.drift.direction), compact_number(state.rotate_speed, 4)]

    def _drift_rows(self) -> list[list[str]]:
        sources = ",".join(self._draft.drifting.drift_sources) or "n/a"
        return [["Starting", *self._start_drift, "init_config"], ["Present", *self._drift(3), sources]]

    def _velocity(self) -> list[str]:
        command, settings = self._draft.command, self._draft.motion.settings
        table = settings.thrust_map
        factor = f"true ({compact_number(table.factor, 4)})" if table.uses_factor else "false"
        lines = [
            "Velocity Information: ",
            "--------------------- ",
            f"     DESIRED_THRUST={compact_number(command.thrust, 1)} ==> SPEED={compact_number(self._nav.speed, 2)}",
            f"     Using Thrust_Factor: {factor}",
        ]
        if self._layout != "classic":
            lines += [
                f"           Using Sailing: {truth_text(self._sails.shows)}",
                f"    PID Coupled: {truth_text(self._draft.steering.gains.coupled)}",
            ]
        lines += [
            f"     Positive Thrust Map: {table.positive_text or 'n/a'}",
            f"     Negative Thrust Map: {table.negative_text or 'n/a'}",
        ]
        if self._layout == "v23":
            lines += [
                f"      Pos Fan Thrust Map: {settings.fan_map.positive_text}",
                f"      Neg Fan Thrust Map: {settings.fan_map.negative_text}",
            ]
        sides = ["n/a", "n/a"]
        if command.thrust_mode == DIFFERENTIAL:
            sides = [compact_number(command.thrust_left, 2), compact_number(command.thrust_right, 2)]
        return [
            *lines,
            f"        Max Accereration: {compact_number(settings.max_acceleration, 6)}",
            f"        Max Decereration: {compact_number(settings.max_deceleration, 6)}",
            "",
            f"             Thrust Mode: {command.thrust_mode}",
            f"     Thrust Mode Reverse: {truth_text(command.reverse)}",
            f"        DESIRED_THRUST_L: {sides[0]}",
            f"        DESIRED_THRUST_R: {sides[1]}",
        ]

    def _depth(self) -> list[str]:
        settings = self._draft.motion.settings
        return [
            "Depth Information: ",
            "------------------ ",
            f"           Max Depth Rate: {compact_number(settings.max_depth_rate, 6)}",
            f"     Max Depth Rate Speed: {compact_number(settings.max_depth_rate_speed, 6)}",
            f"              Water Depth: {stream_number(self._draft.depths.water_depth)}",
        ]


def _number_or_zero(value: float, decimals: int) -> str:
    return compact_number(value if isfinite(value) else 0.0, decimals)


def _polar(magnitude: float, direction: float) -> tuple[str, str]:
    """Magnitude and angle; the angle is shown as 0 when the magnitude prints as 0."""
    length = compact_number(magnitude, 4)
    return length, "0" if length == "0" else compact_number(direction, 4)


def _table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int], gaps: Sequence[str]
) -> list[str]:
    """Lines of a table: titles, a dashed line as wide as each column, the rows.

    ``right`` holds the columns that are justified to the right; ``gaps[i]`` stands after column i, the last column
    has neither gap nor padding.
    """
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(len(titles))]
    dashes = ["-" * width for width in widths]
    lines = []
    for row in (titles, dashes, *rows):
        cells = []
        for column, cell in enumerate(row):
            padded = cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            cells.append(padded + (gaps[column] if column < len(gaps) else ""))
        lines.append("".join(cells).rstrip(" "))
    return lines
