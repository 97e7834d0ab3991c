"""Sailing: the wind and the polar plot limit the speed of a kinematic vehicle (laws/usimmarine 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from math import inf
from typing import ClassVar

from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.settings import SailLimit
from usimmarine_py.simulator.mail import V22_V23, Incoming, reads
from usimmarine_py.simulator.part import Part, PartsRow, Share
from usimmarine_py.simulator.parts.around.weather import WeatherPart, sailing_now
from usimmarine_py.simulator.records import DIFFERENTIAL, SAILING, SailState
from usimmarine_py.values import Message

#: The wind arrow is posted in every n-th iteration while sailing (laws/usimmarine 5).
_ARROW_MODULO = 50


class Sails(Part):
    """The sails of a vehicle."""

    def __init__(self, row: PartsRow, state: SailState, weather: WeatherPart) -> None:
        super().__init__(row, state, row.command)
        self.state, self._weather = state, weather
        self.rigged = False  #: wind and polar plot may be set
        self._mode = row.dialect.name == "v23"

    @property
    def sails(self) -> bool:
        """The sail limit is in force: by mode in V23, elsewhere while wind and plot are set in normal mode."""
        if self._mode:
            return self._command.thrust_mode == SAILING
        return self.state.sailing.is_set and self._command.thrust_mode != DIFFERENTIAL

    @property
    def shows(self) -> bool:
        """Whether the report and the wind arrow show a sailing vehicle: V22 notices with its first step."""
        return self.sails if self._mode else self.state.sailed

    @property
    def limit(self) -> SailLimit:
        """The speed limit of the sails by heading."""
        sailing = sailing_now(self._weather.state, self.state.sailing)
        # no wind at all is no limit, as opposed to lying in irons
        if sailing.wind.speed > 0:
            return partial(sailing.speed_limit, wrap=not self._dialect.has("polar_360"))
        return _unlimited

    def shares(self) -> Mapping[str, Share]:
        """``step`` notices wind and plot, ``post`` posts the arrow of the wind."""
        self.rigged = self.state.sailing.is_set or self.state.sailed or self._command.thrust_mode == SAILING
        if not self.rigged:
            return {}
        return {"step": self.step, "post": self.post}

    def step(self, now: float) -> None:
        """Notice whether wind and plot are set."""
        del now
        if self._time.moves:
            self.state.sailed = self.state.sailing.is_set

    def post(self, now: float) -> None:
        """Post the arrow of the wind."""
        del now
        if self._time.iteration % _ARROW_MODULO == 0 and self.shows:
            self._output.post("VIEW_ARROW", self.state.sailing.wind.arrow())

    def on_wind(self, message: Message) -> str:
        """Take WIND_CONDITIONS."""
        text, remark = self.reader.text(message)
        sailing, accepted = self.state.sailing.with_wind(text, exponent=self.reader.exponent)
        self.state.sailing = sailing
        if not self._dialect.quirks:
            try:
                self._weather.take_sailing_wind(sailing)
            except ConfigError as error:
                remark = f"{error}; only the sails take it"
        self._arrange()
        if not text:
            remark = "an empty text sets a wind that keeps its speed and direction"
        if not accepted:
            return "must be spd=m/s, dir=deg; what came before the mistake is used"
        if self._mode and sailing.is_set:
            self._command.thrust_mode = SAILING
            self._arrange()
        return remark

    def idle_wind(self, message: Message) -> Iterable[str]:
        """A wind that does nothing to this vehicle."""
        from usimmarine_py.simulator.parts.around.weather_effect import idle_wind

        del message
        return filter(None, [idle_wind(self._weather.asked())])

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        reads(
            "WIND_CONDITIONS", "text", on_wind, "spd=, dir=: the wind.", group="sailing", dialects=V22_V23,
            section="usimmarine 10", idle=idle_wind,
        ),
    )  # fmt: skip


def _unlimited(heading: float) -> float:
    del heading
    return inf
