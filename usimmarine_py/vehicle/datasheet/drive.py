"""How a craft is driven and how fast that makes it: thrust, propellers, resistance, and their balance."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.datasheet.lines import FileLines
from usimmarine_py.vehicle.datasheet.resistance import Propulsion, SlenderBody, SlenderHull, balance
from usimmarine_py.vehicle.datasheet.sheet import RHO, DataSheet
from usimmarine_py.vehicle.datasheet.thrusters import Thruster

#: Of a propeller at rest: power of an actuator disc over that of the shaft; small ones have less (T200 0.34 to 0.44).
MERIT = 0.55
MERITS = (0.3, 0.7)  #: its range
_ASTERN = 0.6  # of the thrust ahead, 0.4 to 0.8
_SHAFT = 0.8  # of the electric power of a thruster
_JET = 1.4  # of the top speed, behind the propeller at rest: its diameter where none is given


@dataclass(frozen=True, slots=True)
class CraftDrive:
    """The balance of thrust and resistance."""

    count: int
    ahead: float  #: N at rest, of each
    astern: float
    disc: float  #: m
    power: float  #: W at each shaft, at full speed of its own
    speed: float  #: m/s, the top speed that the file gets
    resistance: float  #: N at that speed
    by_sizes: float  #: m/s, the top speed by sizes and thrust alone; 0: no thrust was given
    ratio: float  #: resistance of the file over that of the sizes
    notes: dict[str, str]

    @property
    def ram(self) -> float:
        """N lost by each at ``speed``, over that speed (kg/s)."""
        return max(0.0, self.ahead - self.resistance / self.count) / self.speed


def drive_of(sheet: DataSheet, body: SlenderHull | SlenderBody) -> CraftDrive:
    """Thrust and top speed of a sheet. Raises ``ConfigError``."""
    t = sheet.thruster
    count = (t.count if t else 0) or (1 if sheet.kind == "auv" else 2)
    notes: dict[str, str] = {}
    disc, notes["disc"] = _disc(sheet, body, count)
    area = count * 0.25 * pi * disc**2
    bollard = sheet.bollard
    rated = bool(sheet.power) or sheet.kind == "auv"  # an AUV's propeller is one for its speed
    if bollard:
        notes["ahead"] = "of --bollard"
    elif t is not None and t.ahead:
        bollard, notes["ahead"] = count * t.ahead, t.source
    elif sheet.power:
        bollard = (MERIT * sheet.power * sqrt(2.0 * RHO * area)) ** (2.0 / 3.0)
        notes["ahead"] = f"estimate: actuator disc with {MERIT:g} of the shaft's power (0.3 to 0.7: -33 % to +17 %)"
    by_sizes = 0.0
    if bollard:
        drive = Propulsion(bollard, area, rated)
        by_sizes = (
            0.0
            if sheet.top_speed and drive.thrust(body.fastest) > body.resistance(body.fastest)
            else balance(body, drive)
        )
    speed = sheet.top_speed or by_sizes
    if not bollard:
        drive = _driven_to(sheet, body, area, rated)
        bollard = drive.bollard
        notes["ahead"] = "estimate: what reaches the top speed against the resistance of these sizes (0.7 to 1.8)"
    calm = body.resistance(min(speed, body.fastest)) * (max(speed, body.fastest) / body.fastest)
    resistance = drive.thrust(speed) if sheet.top_speed else calm
    if resistance <= 0.02 * bollard:
        raise ConfigError(
            f"at {speed:.3g} m/s a propeller of {disc:.3g} m with {bollard:.4g} N at rest has no thrust left "
            f"(its jet has {drive.jet:.3g} m/s)", key="--top-speed", remedy="check --bollard, --propeller, --top-speed",
        )  # fmt: skip
    power = sheet.power / count if sheet.power else (_SHAFT * t.power if t else 0.0)
    notes["power"] = (
        "of --power"
        if sheet.power
        else f"{_SHAFT:g} of the electric; {t.source}"
        if t and t.power
        else (f"estimate: actuator disc over {MERIT:g} (0.3 to 0.7: -21 % to +83 %)")
    )
    backward = t.astern if t and t.astern else _ASTERN * bollard / count
    notes["astern"] = t.source if t and t.astern else f"estimate: {_ASTERN:g} of that ahead (0.4 to 0.8)"
    return CraftDrive(
        count, bollard / count, backward, disc, power or drive.ideal / MERIT / count, speed, resistance, by_sizes,
        resistance / calm, notes,
    )  # fmt: skip


def _disc(sheet: DataSheet, body: SlenderHull | SlenderBody, count: int) -> tuple[float, str]:
    if sheet.propeller:
        return sheet.propeller, "of --propeller"
    if sheet.thruster and sheet.thruster.disc:
        return sheet.thruster.disc, sheet.thruster.source
    if isinstance(body, SlenderBody):
        return 0.7 * body.diameter, "estimate: 0.7 of the hull's diameter (0.5 to 0.9)"
    if sheet.kind == "ship" or (sheet.power and not sheet.top_speed):
        return 0.6 * body.draft, "estimate: 0.6 of the draft (0.45 to 0.75)"
    pull = sheet.bollard or (count * sheet.thruster.ahead if sheet.thruster else 0.0)
    if pull and sheet.top_speed:
        disc = sqrt(2.0 * pull / count / (RHO * (_JET * sheet.top_speed) ** 2) * 4.0 / pi)
        return disc, f"estimate: a jet at rest of {_JET:g} of the top speed (1 to 2)"
    if sheet.top_speed:
        return min(1.0, 1.2 * body.draft), "estimate: 1.2 of the draft, as of small craft (0.8 to 1.5)"
    raise ConfigError("is needed, or --top-speed: how much thrust is left at speed?", key="--propeller")


def _driven_to(sheet: DataSheet, body: SlenderHull | SlenderBody, area: float, rated: bool) -> Propulsion:
    """The thrust at rest that reaches the top speed."""
    wanted = body.resistance(min(sheet.top_speed, body.fastest))
    if sheet.top_speed > body.fastest:
        raise ConfigError(
            f"{sheet.top_speed:.4g} m/s is beyond {body.fastest:.3g} m/s, up to which the resistance of these sizes is "
            "known", key="--top-speed", remedy="give --bollard or --thruster, too",
        )  # fmt: skip
    low, high = wanted, 100.0 * wanted
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (
            (middle, high) if Propulsion(middle, area, rated).thrust(sheet.top_speed) < wanted else (low, middle)
        )
    return Propulsion(high, area, rated)


def put_thruster(
    file: FileLines, d: CraftDrive, name: str, place: tuple[float, float, float], lag: float, turns: float
) -> None:
    """One [[actuator]] of type thruster with n_max ``turns`` rpm."""
    file.table("[[actuator]]")
    file.put("name", name)
    file.put("type", "thruster")
    file.put("position", place, "m, estimate")
    known = turns or 1000.0
    file.put("K_pos", d.ahead / known**2, f"N/rpm2: {d.ahead:.4g} N at rest; {d.notes['ahead']}")
    file.put("K_neg", d.astern / known**2, f"N/rpm2: {d.astern:.4g} N; {d.notes['astern']}")
    file.put("K_ram", d.ram / known, f"kg/(s rpm): {d.resistance / d.count:.4g} N left at {d.speed:.3g} m/s; estimate")
    file.put("n_min", -known, "rpm" if turns else "rpm, a number: only the forces are known")
    file.put("n_max", known, "rpm" if turns else "rpm, a number: only the forces are known")
    file.put("T_n", lag, "s, estimate: 0.15 sqrt(length) (half to twice)")
    file.put("power", d.power, f"W at the shaft; {d.notes['power']}")
    file.put("disc", d.disc, f"m; {d.notes['disc']}")


def put_law(file: FileLines, thruster: Thruster | None) -> None:
    """In [command]: whether force or turns go with the command, by a thruster's table, and how far that is off."""
    if thruster is None or not thruster.table:
        return
    power = 1.0 if thruster.linear else 2.0
    file.remark(
        f"{thruster.source}: force by the {'command' if thruster.linear else 'square of the command'}, within "
        f"{100.0 * thruster.apart(power):.2g} % of the largest; its deadband of "
        f"{100.0 * thruster.deadband:.2g} % is left out"
    )
    file.put("linear_thrust", thruster.linear)
