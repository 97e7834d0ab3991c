"""All sensors of one vehicle together, and the navigation solution that they give."""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING

from usimmarine_py.sensors.kinds import DUAL_ONLY, ToLatLon
from usimmarine_py.sensors.sensor import Reading, Sensor, SensorState, advance
from usimmarine_py.sensors.truth import Passage, Truth
from usimmarine_py.values import Post
from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import dataclass, replace

if TYPE_CHECKING:
    from usimmarine_py.sensors.dead_reckoning import Reckoned, Reckoner
    from usimmarine_py.sensors.water import Surroundings


@dataclass(frozen=True, slots=True)
class SuiteState:
    """Where every sensor stands, in the order of the suite."""

    sensors: tuple[SensorState, ...] = ()
    truth: Truth | None = None  #: at the end of the last advance
    reckoned: Reckoned | None = None  #: None = not begun
    last_reckoned: Reading | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """The sensors of a vehicle; ``seed`` is the run's, ``owner`` the vehicle's name among others."""

    sensors: tuple[Sensor, ...] = ()
    seed: int = 0
    reckoner: Reckoner | None = None  #: dead reckoning from what they say
    owner: str = ""

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """Sensor name to channel groups, as ``model.faults.change_faults`` wants it."""
        return {s.name: tuple(s.kind.errors) for s in self.sensors}

    @property
    def sources(self) -> dict[str, str]:
        """Suffix of the navigation state to the kind of sensor that it is taken from.

        Position from dead reckoning, else gps, else mru; heading from compass, else mru, else gps; speed from log, else
        dvl, else gps; depth from the depth sensor, else pressure, else mru; altitude from altimeter, else dvl; attitude
        from mru, else gps. What nothing measures is left out.
        """
        kinds = {sensor.kind.name for sensor in self.sensors}
        if self.reckoner is not None:
            kinds.add("dr")
        dual = any(getattr(sensor.own, "dual_antenna", False) for sensor in self.sensors)
        found = {}
        for suffix, sources in _SOURCES.items():
            offered = (kind for kind, name in sources if dual or kind != "gps" or name not in DUAL_ONLY)
            kind = next((kind for kind in offered if kind in kinds), None)
            if kind is not None:
                found[suffix] = kind
        return found

    @property
    def under_water(self) -> bool:
        """Whether one of them looks at more than the vehicle's motion."""
        return any(sensor.kind.under_water for sensor in self.sensors)

    def start(self) -> SuiteState:
        """No sample taken yet."""
        return SuiteState(tuple(SensorState() for _ in self.sensors))

    def advance(
        self,
        state: SuiteState,
        truth: Truth,
        faults: tuple[Fault, ...] = (),
        to_latlon: ToLatLon | None = None,
        around: Surroundings | None = None,
    ) -> tuple[SuiteState, tuple[Reading, ...]]:
        """The state at ``truth.time`` and the readings delivered since the last call, by time, then by sensor order.

        ``to_latlon`` turns local (x east, y north) into (latitude, longitude) in degrees; without it a GPS reports no
        such position. A time that stands still or runs back samples nothing.
        """
        if not self.sensors:
            return state, ()
        before = state.truth if state.truth is not None else truth
        passage = Passage(before, truth)
        states: list[SensorState] = []
        readings: list[Reading] = []
        for sensor, own in zip(self.sensors, state.sensors, strict=True):
            new, arrived = advance(
                sensor, own, before, truth, self.seed, faults, to_latlon, passage, around, self.owner
            )
            states.append(new)
            readings += arrived
        readings.sort(key=lambda r: r.time)
        new_state = SuiteState(tuple(states), truth, state.reckoned, state.last_reckoned)
        if self.reckoner is not None:
            new_state = self._reckon(self.reckoner, new_state, before, readings, to_latlon)
        return new_state, tuple(readings)

    def _reckon(
        self,
        reckoner: Reckoner,
        state: SuiteState,
        before: Truth,
        readings: list[Reading],
        to_latlon: ToLatLon | None,
    ) -> SuiteState:
        """The state with the dead reckoning of ``readings``, which get what it says of each velocity."""
        from usimmarine_py.sensors.dead_reckoning import Reckoned  # of vehicles that have it

        # the place where it starts is known
        now = state.reckoned if state.reckoned is not None else Reckoned(*before.place[:2])
        said = state.last_reckoned
        for reading in tuple(readings):
            now = reckoner.follow(now, reading)
            if reading.kind == reckoner.velocity:
                said = reckoner.tell(now, reading.time, to_latlon)
                readings.append(said)
        return replace(state, reckoned=now, last_reckoned=said)

    def navigation(self, state: SuiteState) -> dict[str, float]:
        """The measured navigation state by suffix (X, HEADING...): the last delivered readings of ``sources``.

        Of several sensors of one kind the first that says it counts. What has not been delivered yet is left out.
        """
        last: dict[str, dict[str, float]] = {}
        for own in state.sensors:
            if own.delivered is not None:
                kind = own.delivered.kind
                last[kind] = {**own.delivered.numbers, **last.get(kind, {})}
        if state.last_reckoned is not None:
            last["dr"] = state.last_reckoned.numbers
        out: dict[str, float] = {}
        for suffix, kind in self.sources.items():
            name = dict(_SOURCES[suffix])[kind]
            if kind in last and name in last[kind]:
                out[suffix] = last[kind][name]
        if "DEPTH" in out:
            out["Z"] = -out["DEPTH"]
        if "HEADING" in out:
            # uSimMarine's sign: to port positive, in [-pi, pi)
            out["YAW"] = -radians(out["HEADING"] if out["HEADING"] <= 180.0 else out["HEADING"] - 360.0)
        return out


_SOURCES: dict[str, tuple[tuple[str, str], ...]] = {
    "X": (("dr", "EST_X"), ("gps", "X"), ("mru", "X")),
    "Y": (("dr", "EST_Y"), ("gps", "Y"), ("mru", "Y")),
    "LAT": (("dr", "EST_LAT"), ("gps", "LAT")),
    "LONG": (("dr", "EST_LONG"), ("gps", "LONG")),
    "HEADING": (("compass", "HEADING"), ("mru", "HEADING"), ("gps", "HEADING")),
    "SPEED": (("log", "SPEED"), ("dvl", "U_WATER"), ("gps", "SPEED")),
    "DEPTH": (("depth", "DEPTH"), ("pressure", "DEPTH"), ("mru", "DEPTH")),
    "SPEED_OVER_GROUND": (("dr", "EST_SPEED"), ("gps", "SPEED")),
    "HEADING_OVER_GROUND": (("dr", "EST_COURSE"), ("gps", "TRACK")),
    "PITCH": (("mru", "PITCH"), ("gps", "PITCH")),
    "ROLL": (("mru", "ROLL"), ("gps", "ROLL")),
    "ALTITUDE": (("altimeter", "ALTITUDE"), ("dvl", "ALTITUDE")),
}


def publications(reading: Reading) -> list[Post]:
    """The numbers of a reading as USM_SENSOR_NAME_SUFFIX; dead reckoning is no sensor: USM_SUFFIX."""
    prefix = f"USM_SENSOR_{reading.sensor.upper()}_" if reading.kind != "dr" else "USM_"
    return [Post(prefix + suffix, value) for suffix, value in reading.outputs]
