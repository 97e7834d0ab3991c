"""AIS: the sentences of other vehicles whose node reports come (laws/sensors 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator.mail import Incoming, refusal
from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.simulator.parts.shown.sensors import NmeaSettings
from usimmarine_py.values import Message
from usimmarine_py.values.frozen import dataclass

if TYPE_CHECKING:
    from usimmarine_py.maths.geodesy import Geodesy
    from usimmarine_py.sensors.ais import AisContact


@dataclass(slots=True)
class Traffic:
    """Other vehicles."""

    contacts: tuple[AisContact, ...] = ()


class Ais(Part):
    """Speaks for other vehicles; in the row with ``nmea_ais`` only."""

    def __init__(self, row: PartsRow, nmea: NmeaSettings, geodesy: Geodesy | None) -> None:
        self.state, self._nmea = Traffic(), nmea
        super().__init__(row, self.state)
        self._to_latlon = None if geodesy is None else geodesy.to_latlon

    def on_node_report(self, message: Message) -> str:
        """Take NODE_REPORT: the AIS data of another vehicle."""
        from usimmarine_py.sensors import ais, nmea  # of what few vehicles listen to

        text, remark = self.reader.text(message)
        known = {contact.name: contact for contact in self.state.contacts}
        settings = self._nmea
        try:
            contact = ais.contact_from(text, settings.nmea_ais, self._to_latlon, known)
        except ConfigError as error:
            raise refusal(message, f"{error}; ignored") from None
        if contact.name.lower() == settings.own_name.lower():
            return remark
        second = nmea.second_at(self._time.elapsed, settings.nmea_start)
        contact, sentences = ais.due(contact, message.time, second, dict(settings.nmea_rates).get(nmea.AIS))
        known[contact.name] = contact
        self.state.contacts = tuple(known.values())
        for sentence in sentences:
            self._output.sentences.append(sentence)
            if settings.nmea:
                self._output.post("USM_NMEA", sentence)
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        Incoming(
            "NODE_REPORT", "in", "text",
            "another vehicle, as pNodeReporter tells of it: NAME, LAT and LON or X and Y, SPD, HDG, DEP, TYPE, LENGTH",
            when="with nmea_ais", group="sensors", source="laws/sensors 6", handler=on_node_report, ours=True,
        ),
    )  # fmt: skip
