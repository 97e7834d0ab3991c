"""The block of uFldAcousticModem."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.errors import ConfigError
from usimmarine_py.field.acoustics.channel import Place, SoundChannel
from usimmarine_py.field.contacts.small.ranging import REPORT_VARS
from usimmarine_py.field.settings import count, field_table, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import TooMuchError, admit
from usimmarine_py.maths.water.column import is_profile, read_column, read_column_file
from usimmarine_py.text import read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import RefusedValueError, Take

#: Beacons of a block.
MOST_BEACONS = 100


@dataclass(slots=True)
class ModemOptions:
    """What the block says; m and s. By the name of a vehicle, lower case, or ``default``."""

    channel: SoundChannel = field(default_factory=SoundChannel)
    rate: float = 1000.0  #: bit/s
    preamble: float = 0.1  #: s
    ping_bytes: int = 4
    report_bytes: int = 32
    longest: int = 512  #: bytes of a message
    turnaround: float = 0.1
    reply_slot: float = 2.0
    reply_wait: float = 5.0
    timing_noise: float = 1e-4
    sound_speed: float | None = None  #: m/s that ranges are reckoned with; None: the mean between both
    drift: dict[str, float] = field(default_factory=lambda: {"default": 0.0})  #: ppm
    offset: dict[str, float] = field(default_factory=lambda: {"default": 0.0})
    transducer: dict[str, float] = field(default_factory=lambda: {"default": 0.0})
    beacons: dict[str, Place] = field(default_factory=dict)
    messages: str = "auto"
    report_vars: str = "long"
    post_packets: bool = True
    display_pulses: bool = True
    file_text: Callable[[str], str | None] = lambda _: None


def signed_by_name(into: str) -> Take:
    """Return what reads ``NAME=NUMBER`` or ``default=NUMBER``, of either sign."""

    def take(options: ModemOptions, value: str) -> Finding | None:
        name, equals, amount = value.partition("=")
        found = read_number(amount)
        if not (name and equals) or found is None:
            return Finding("must be NAME=NUMBER or default=NUMBER")
        getattr(options, into)[name.lower()] = found
        return None

    return take


def _beacon(options: ModemOptions, value: str) -> Finding | None:
    try:
        found = pairs(value)
        admit(len(options.beacons) + 1, MOST_BEACONS, "beacons")
    except (ValueError, TooMuchError) as error:
        return Finding(str(error))
    x, y, depth = (read_number(found.get(key, default)) for key, default in (("x", ""), ("y", ""), ("depth", "0")))
    label = found.get("label", "")
    if x is None or y is None or depth is None or depth < 0 or not label:
        return Finding("needs x=, y= and label=, and a depth= of at least 0")
    if unknown := sorted(set(found) - {"x", "y", "depth", "label"}):
        return Finding(f"{unknown[0]} is no part of a beacon: x, y, depth, label")
    if label in options.beacons:
        return Finding(f"there are two beacons {label}")
    options.beacons[label] = (x, y, depth)
    return None


def _profile(options: ModemOptions, value: str) -> Finding | None:
    try:
        if is_profile(value):
            options.channel.column = read_column(value)
            return None
        content = options.file_text(value)
        if content is None:
            return Finding(f"{value} cannot be read beside the mission; the water is 10 deg C everywhere")
        options.channel.column = read_column_file(content)
    except ConfigError as error:
        return Finding(error.problem)
    return None


def _delivery(text: str) -> Sequence[tuple[float, float]]:
    rows: list[tuple[float, float]] = []
    for part in text.split(","):
        length, chance = (read_number(side) for side in (part.partition(":")[0], part.partition(":")[2]))
        if length is None or chance is None or not 0 <= chance <= 1 or length < 0 or (rows and length <= rows[-1][0]):
            raise RefusedValueError("must be METRES:CHANCE, ..., metres rising, chances from 0 to 1")
        rows.append((length, chance))
    return rows


#: The keys of its block.
KEYS = field_table(
    ModemOptions,
    special(
        "water_profile", "file", _profile, "Temperature, salinity and speed of sound by depth, as of the simulator's "
        "key: DEPTH:TEMPERATURE[:SALINITY[:SOUND_SPEED]], ... or a file; without it 10 deg C and 35 g/kg.",
        example="0:16, 15:15:35.1, 25:9:35.3",
    ),
    number("frequency", "channel.frequency", "Centre of the band.", "kHz", minimum=0.1, maximum=1000.0),
    number("bandwidth", "channel.bandwidth", "Width of the band.", "kHz", above=0.0),
    number("source_level", "channel.source_level", "Level of a modem at 1 m.", "dB re 1 uPa"),
    number(
        "spreading", "channel.spreading", "Says how often 10 log10 of the distance is lost, besides the "
        "absorption: 2 spherical, 1 cylindrical.", minimum=0.0, maximum=4.0,
    ),
    number("wind_speed", "channel.wind", "Wind that makes noise.", "m/s", minimum=0.0),
    number("shipping", "channel.shipping", "Ships that make noise, as a share of the most.", minimum=0.0, maximum=1.0),
    number(
        "noise_level", "channel.noise", "Level of the noise; off: by wind_speed and shipping.", "dB re 1 uPa2/Hz",
        words={"off": None},
    ),
    number("threshold", "channel.threshold", "Level over the noise that half of the packets need.", "dB"),
    number("fading", "channel.fading", "Standard deviation of the level from packet to packet.", "dB", minimum=0.0),
    text(
        "delivery", "channel.delivery", "Chance of a packet by distance, in place of levels, fading and noise: "
        "METRES:CHANCE, ...; linear between, none beyond.", parse=_delivery, example="500:0.98, 1500:0.9, 3000:0",
    ),
    number("bit_rate", "rate", "Bits a second of a packet.", "bit/s", above=0.0),
    number("preamble", "preamble", "Time of a packet before its bits.", "s", minimum=0.0, maximum=10.0),
    count("ping_bytes", "ping_bytes", "Bytes of a ping, and of its answer.", minimum=0.0, maximum=1000.0),
    count("report_bytes", "report_bytes", "Bytes of a node report, which goes coded.", minimum=1.0, maximum=8000.0),
    count("max_message_bytes", "longest", "Bytes of a message; a longer one is refused.", minimum=1.0, maximum=8000.0),
    number("turnaround", "turnaround", "Time from a ping to its answer, by the clock that answers.", "s", minimum=0.0),
    number(
        "reply_slot", "reply_slot", "Answers to one ping come this much later, one after the other by name.", "s",
        minimum=0.0,
    ),
    number("reply_wait", "reply_wait", "How long beacons are waited for after the last slot.", "s", above=0.0),
    number("timing_noise", "timing_noise", "Standard deviation of a measured arrival.", "s", minimum=0.0),
    number(
        "sound_speed", "sound_speed", "Speed that ranges are reckoned with; profile: the true mean on the way.",
        "m/s", minimum=1000.0, maximum=2500.0, words={"profile": None},
    ),
    special(
        "clock_drift", "list", signed_by_name("drift"), "How fast a clock gains: NAME=PPM or default=PPM.", unit="ppm",
        repeatable=True, default="default=0", example="ben=2",
    ),
    special(
        "clock_offset", "list", signed_by_name("offset"), "How far a clock is ahead at the start: NAME=SECONDS or "
        "default=SECONDS.", unit="s", repeatable=True, default="default=0",
    ),
    special(
        "transducer_depth", "list", signed_by_name("transducer"), "How deep the modem of a vehicle hangs, at least: "
        "NAME=DEPTH or default=DEPTH.", unit="m", repeatable=True, default="default=0", example="abe=3",
    ),
    special(
        "beacon", "list", _beacon, "A beacon that answers BRS_RANGE_REQUEST: x=, y=, depth=, label=.",
        repeatable=True, unit="m", example="x=50, y=-20, depth=30, label=one",
    ),
    text(
        "messages", "messages", "Takes NODE_MESSAGE and MEDIATED_MESSAGE; auto: where no uFldNodeComms is started.",
        choices=("auto", "true", "false"),
    ),
    REPORT_VARS,
    truth("post_packets", "post_packets", "Posts UAM_PACKET: what became of each packet where it was wanted."),
    truth("display_pulses", "display_pulses", "Viewers show pings."),
)  # fmt: skip
