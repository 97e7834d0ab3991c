"""uFldHazardMgr: sets a vehicle's hazard sensor, asks it, and reports what it detected."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.hazards.hazard import HAZARD, read_hazard
from usimmarine_py.field.hazards.laydown import HazardSet
from usimmarine_py.field.settings import HomeCommunity, field_table, number, text
from usimmarine_py.limits import MOST_HAZARDS
from usimmarine_py.maths.plane.polygon import Polygon
from usimmarine_py.text import compact_number, read_number, truth_text
from usimmarine_py.texts.pairs import fields_of, unquoted
from usimmarine_py.texts.shapes import read_polygon
from usimmarine_py.values.frozen import dataclass, replace
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: Half of the width of the path that a report names where there is a region, m.
_PATH = 20.0
_ACKNOWLEDGED = ("vname", "width", "pd", "pfa", "pclass")


@dataclass(slots=True)
class HazardManagerOptions:
    """What the block says; m."""

    swath_width: float = 25.0
    sensor_pd: float = 0.9
    report_name: str = ""
    region: Polygon | None = None


#: The keys of its block.
KEYS = field_table(
    HazardManagerOptions,
    number("swath_width", "swath_width", "Half of the swath that the sensor is asked for.", "m"),
    number("sensor_pd", "sensor_pd", "P_D that the sensor is asked for, a share from 0 to 1.", aliases=("pd",)),
    text("report_name", "report_name", "Name of the vehicle's reports.", parse=unquoted),
    text(
        "region", "region", "Region that is searched: pts={x,y:x,y:..}; reports name a path through it.", unit="m",
        parse=lambda value: read_polygon(value).polygon, example="pts={-150,-75:-150,-400:400,-400:400,-75}",
    ),
)  # fmt: skip


class HazardManager(PostingApp):
    """Asks for a setting once, for detections from then on; each object detected counts as a hazard."""

    keys = KEYS

    subscriptions = (
        "UHZ_DETECTION_REPORT", "UHZ_CONFIG_ACK", "UHZ_OPTIONS_SUMMARY", "UHZ_MISSION_PARAMS", "HAZARDSET_REQUEST",
    )  # fmt: skip

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldHazardMgr") -> None:
        super().__init__(lines, home, name)
        self.options = HazardManagerOptions()
        self.read_block(lines, self.options)
        self.found = HazardSet(home.name, self.options.report_name, self.options.region)
        self.granted: tuple[float, float] | None = None  #: width (m) and P_D
        self._asked = False
        self._text = ""  # of the report, until something is found
        self._acknowledgements = self._requests = self._detections = self._reports = 0

    def take(self, message: Message) -> None:
        """Take in one message."""
        if message.variable == "HAZARDSET_REQUEST":
            self._reports += 1
            if not self._text:  # requests come faster than detections
                self.found.find_path(_PATH)
                self._text = self.found.report()
            self.post("HAZARDSET_REPORT", self._text)
            return
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "UHZ_CONFIG_ACK":
                self._acknowledged(text)
            elif message.variable == "UHZ_DETECTION_REPORT":
                self._detected(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _acknowledged(self, text: str) -> None:
        found = fields_of(text)
        width, p_detect = read_number(found.get("width", "")), read_number(found.get("pd", ""))
        if set(found) != set(_ACKNOWLEDGED) or not all(found.values()) or width is None or p_detect is None:
            raise ValueError(f"must be {', '.join(f'{name}=' for name in _ACKNOWLEDGED)} and nothing else")
        self._acknowledgements += 1
        self.granted = width, p_detect

    def _detected(self, text: str) -> None:
        self._detections += 1
        hazard = replace(read_hazard(text), type=HAZARD)
        if not hazard.label or hazard.x is None or hazard.y is None:
            raise ValueError("needs x=, y= and label=")
        if len(self.found.hazards) >= MOST_HAZARDS and not self.found.knows(hazard.label):
            raise ValueError(f"there are {MOST_HAZARDS} objects already")
        self.found.put(hazard)
        self._text = ""
        self.host.event(f"New Detection, label={hazard.label}, x={hazard.x:.1f}, y={hazard.y:.1f}")
        self.post("UHZ_CLASSIFY_REQUEST", f"vname={self.home.name},label={hazard.label}")

    def tick(self) -> None:
        """Ask the sensor."""
        name, options = self.home.name, self.options
        if not self._asked:
            self._asked = True
            width, p_detect = compact_number(options.swath_width, 2), compact_number(options.sensor_pd, 2)
            self.post("UHZ_CONFIG_REQUEST", f"vname={name},width={width},pd={p_detect}")
        if self.granted is not None:
            self._requests += 1
            self.post("UHZ_SENSOR_REQUEST", f"vname={name}")

    def report(self) -> str:
        """What was asked for, what was granted, and counts, as the original's report."""
        options, (width, p_detect) = self.options, self.granted or (0.0, 0.0)
        lines = [
            "Config Requested:",
            f"    swath_width_desired: {options.swath_width:g}",
            f"             pd_desired: {options.sensor_pd:g}",
            f"   config requests sent: {int(self._asked)}",
            f"                  acked: {self._acknowledgements}",
            "------------------------ ",
            "Config Result:",
            f"       config confirmed: {truth_text(self.granted is not None)}",
            f"    swath_width_granted: {width:g}",
            f"             pd_granted: {p_detect:g}", "",
            "-" * 44, "",
            f"               sensor requests: {self._requests}",
            f"             detection reports: {self._detections}", "",
            f"   Hazardset Reports Requested: {self._reports}",
            f"      Hazardset Reports Posted: {self._reports}",
            f"                   Report Name: {options.report_name}",
        ]  # fmt: skip
        return "\n".join(lines) + "\n"
