"""What sensors of ranges have in common: distances by name, waits between pings, noise, reports, pulses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from usimmarine_py.colours import shown_colour
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, number, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.maths.streams import child_generator
from usimmarine_py.text import atof, compact_number, read_number
from usimmarine_py.texts.ledger import Ledger
from usimmarine_py.texts.pairs import first_value
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, Key, RefusedValueError
from usimmarine_py.values.mail import Message

#: A distance without a limit, or no wait at all.
UNLIMITED = -1.0
_NO_GAUSSIAN = "has no effect, as in the original: only uniform noise is made"


@dataclass(slots=True)
class RangingOptions:
    """What the blocks of both sensors say; m and s. By the name of a vehicle, as it reports itself, or ``default``."""

    push: dict[str, float] = field(default_factory=lambda: {"default": 100.0})
    pull: dict[str, float] = field(default_factory=lambda: {"default": 100.0})
    ping_wait: dict[str, float] = field(default_factory=lambda: {"default": 30.0})
    report_vars: str = "short"
    noise: bool = False
    uniform_pct: float = 0.0
    ground_truth: bool = True


def one_of(*words: str) -> Callable[[str], str]:
    """Return what reads one of some words in any case, and raises ``RefusedValueError`` for others."""

    def read(value: str) -> str:
        if value.lower() not in words:
            raise RefusedValueError(f"must be one of {', '.join(words)}")
        return value.lower()

    return read


def by_name(name: str, into: str, help: str, unit: str, **more: Any) -> Key:
    """Declare ``NAME=VALUE`` or ``default=VALUE``; less than 0, nolimit and unlimited: no limit."""

    def take(settings: Any, value: str) -> Finding | None:
        vehicle, equals, amount = value.partition("=")
        found = UNLIMITED if amount.lower() in ("nolimit", "unlimited") else read_number(amount)
        if not equals or found is None:
            return Finding("must be NAME=NUMBER or default=NUMBER")
        name = "default" if vehicle.lower() == "default" else vehicle
        getattr(settings, into)[name] = UNLIMITED if found < 0 else found
        return None

    return special(name, "list", take, help, unit=unit, repeatable=True, **more)


def _noise(options: RangingOptions, value: str) -> Finding | None:
    kind, *parts = value.split(",")
    if kind == "gaussian":
        return Finding(_NO_GAUSSIAN)
    if kind != "uniform":
        return Finding("must be uniform or uniform,pct=SHARE")
    options.noise = True
    for part in parts:
        key, _, amount = part.partition("=")
        if key == "pct":
            options.uniform_pct = min(max(atof(amount), 0.0), 1.0)
    return None


def _share(options: RangingOptions, value: float) -> None:
    options.uniform_pct = min(max(value, 0.0), 1.0)


def _sigma(options: RangingOptions, value: str) -> Finding | None:
    return Finding(_NO_GAUSSIAN)


#: Where reports go.
REPORT_VARS = text(
    "report_vars", "report_vars", "Reports of all vehicles in one variable, one for each vehicle, or both.",
    choices=("short", "long", "both"), parse=one_of("short", "long", "both"),
)  # fmt: skip
#: The keys of both sensors.
RANGING = (
    by_name(
        "ping_wait", "ping_wait", "Least time between two pings of a vehicle: NAME=VALUE or default=VALUE.", "s",
        default="default=30",
    ),
    REPORT_VARS,
    special(
        "rn_algorithm", "text", _noise, "Noise of ranges: uniform, or uniform,pct=SHARE.", example="uniform,pct=0.1",
    ),
    number("rn_uniform_pct", _share, "Largest error as a share of the range, 0 to 1.", default="0"),
    special("rn_gaussian_sigma", "number", _sigma, "Without effect, as in the original: noise is uniform.", unit="m"),
    truth("ground_truth", "ground_truth", "With noise, true ranges are posted, too."),
)  # fmt: skip


def amount_of(table: Mapping[str, float], name: str) -> float:
    """Return the entry of a vehicle, or the default."""
    return table.get(name, table["default"])


def reaches(push: float, pull: float, distance: float) -> bool:
    """Whether a ping is heard."""
    return push < 0 or pull < 0 or push + pull >= distance


class RangingApp(PostingApp):
    """A sensor of ranges; ``ranging`` are its options, ``report_name`` the variable of its reports."""

    ranging: RangingOptions
    report_name = ""
    request_name = ""

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str) -> None:
        super().__init__(lines, home, name)
        self.vehicles = Ledger(self.geodesy)
        self._random = child_generator(home.seed, f"{name}.noise")

    def on_connect_subscriptions(self) -> list[str]:
        """Node reports and requests."""
        return ["NODE_REPORT", "NODE_REPORT_LOCAL", self.request_name]

    def take(self, message: Message) -> None:
        """Take in one message."""
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == self.request_name:
                self.answer(self._requester(text))
            else:
                self.vehicles.take(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def answer(self, name: str) -> None:
        """Answer the request of a vehicle. Raises ``ValueError`` if it cannot be answered."""
        raise NotImplementedError

    def _requester(self, text: str) -> str:
        wanted = first_value(text, "name")
        if wanted not in self.vehicles:
            raise ValueError(f"there is no node report of {wanted or 'a vehicle without name'}")
        return wanted

    def noisy(self, distance: float) -> float:
        """Return a measured distance, m."""
        options = self.ranging
        if not options.noise:
            return distance
        return distance * (1 + options.uniform_pct * (int(self._random.integers(-5000, 5000)) / 5000))

    def post_ranges(self, name: str, distance: float, what: str, *, true_name: str) -> None:
        """Post the reports of a distance to ``what``; with noise the true ones follow, to ``true_name``."""
        self._post_range("", name, name, self.noisy(distance), what)
        if self.ranging.noise and self.ranging.ground_truth:
            self._post_range("_GT", name, true_name, distance, what)

    def _post_range(self, suffix: str, name: str, shown: str, distance: float, what: str) -> None:
        text = f"range={compact_number(distance, 4)},{what},time={compact_number(self.written(self.now), 3)}"
        post_both(self, self.ranging.report_vars, f"{self.report_name}{suffix}", name, text, shown)

    def post_pulse(self, x: float, y: float, radius: int, label: str, color: str, duration: int) -> None:
        """Post a pulse for viewers; m, s."""
        post_pulse(self, x, y, radius, label, color, duration)


def post_both(app: PostingApp, report_vars: str, variable: str, name: str, text: str, shown: str = "") -> None:
    """Post a report for a vehicle in the one variable of all (``shown``: its name there), in its own, or in both."""
    if report_vars != "long":
        app.post(variable, f"vname={shown or name},{text}")
    if report_vars != "short":
        app.post(f"{variable}_{name.upper()}", text)


def post_pulse(app: PostingApp, x: float, y: float, radius: int, label: str, color: str, duration: int) -> None:
    """Post a pulse for viewers; m, s."""
    app.post(
        "VIEW_RANGE_PULSE",
        f"x={compact_number(x)},y={compact_number(y)},radius={radius},fill=0.9,label={label},"
        f"edge_color={shown_colour(color)},fill_color={shown_colour(color)},"
        f"time={compact_number(app.written(app.now), 2)},"
        f"duration={duration},edge_size=1",
    )
