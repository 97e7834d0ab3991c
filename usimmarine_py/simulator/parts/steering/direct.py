"""Commands past the per cent: set-points of single actuators and a force (laws/actuators 2.3, 2.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from usimmarine_py.errors import suggest
from usimmarine_py.simulator.mail import UNCHANGED, Incoming, refusal
from usimmarine_py.simulator.part import Part, PartsRow
from usimmarine_py.text import compact_number, finite_number
from usimmarine_py.values import MailEntry, Message, SetPoint

#: A force (N) or moment (N m) beyond this is a mistake: no ship bears it.
MOST_FORCE = 1e12
_WHEN = "at any time, with dynamics = fossen3 or fossen6"


class Direct(Part):
    """Set-points of actuators under their own names, and USM_FORCE.

    ``set_points`` are the states that mail can command, ``components`` those of X, Y, Z, K, M, N that act.
    """

    def __init__(self, row: PartsRow, dynamics: str, set_points: tuple[SetPoint, ...], components: str) -> None:
        super().__init__(row)
        self.set_points, self.components, self._dynamics = set_points, components, dynamics

    def own_mail(self, known: Collection[str]) -> Iterable[Incoming]:
        """The variables of the vehicle's actuators, without names that are ``known`` for other mail."""
        if self._dialect.quirks:
            return
        for point in self.set_points:
            for name in (f"DESIRED_{one}" for one in point.names):
                if name not in known:
                    yield Incoming(
                        name, "in", "number", "", point.unit, group="command", source="laws/actuators 2.3",
                        handler=Direct.on_set_point, ours=True,
                    )  # fmt: skip

    def unread(self, name: str, known: Collection[str]) -> str:
        """Return why a variable that looks like our mail, or like an actuator's set-point, is not read; or nothing."""
        if name in known or self._dialect.quirks:
            return ""
        if name.startswith("USM_"):
            close = suggest(name, (one for one in known if one.startswith("USM_")))
            return f"no such mail is read; did you mean {close}" if close else ""
        if not name.startswith("DESIRED_"):
            return ""
        if not self.set_points:
            return f"has no effect: dynamics = {self._dynamics} has no actuators that are driven one by one"
        own = [f"DESIRED_{point.names[0]}" for point in self.set_points]
        close = suggest(name, own)
        return f"no actuator of this vehicle is called so; {f'did you mean {close}' if close else f'it has {own[0]}'}"

    def report(self) -> Iterable[str]:
        """Set-points of single actuators and the force; empty without."""
        command, lines = self._command, []
        if command.set_points:
            given = ", ".join(f"{name}={compact_number(value, 3)}" for name, value in command.set_points)
            lines.append(f"Actuators set one by one: {given}")
        if command.force:
            given = ", ".join(f"{n}={compact_number(v, 3)}" for n, v in zip("XYZKMN", command.force, strict=True) if v)
            lines.append(f"USM_FORCE: {given or 'none'}")
        return ["", *lines] if lines else []

    # ---- mail -------------------------------------------------------------------------------------------------------

    def on_set_point(self, message: Message) -> str:
        """Take DESIRED_<ACTUATOR>: a set-point of its own, until USM_RELEASE gives it back to the per cent."""
        name = message.variable.removeprefix("DESIRED_")
        point = next(one for one in self.set_points if name in one.names)
        value, remark = self.reader.number(message)
        given = {**dict(self._command.set_points), point.state: min(max(value, point.low), point.high)}
        self._command.set_points = tuple(given.items())
        return remark

    def on_release(self, message: Message) -> str:
        """Take USM_RELEASE: actuators, or single states of them, or all follow the per cent again."""
        text, remark = self.reader.text(message)
        if not self.set_points:
            raise refusal(message, f"has no effect: dynamics = {self._dynamics} has no actuators to set; {UNCHANGED}")
        back: set[str] = set()
        for word in text.split(","):
            name = word.strip().upper().removeprefix("DESIRED_")
            found = {p.state for p in self.set_points if name in ("ALL", p.actuator, p.state.upper())}
            if not found:
                raise refusal(message, f"must be names of actuators or all, not {word.strip()[:40]!r}; {UNCHANGED}")
            back |= found
        self._command.set_points = tuple((key, value) for key, value in self._command.set_points if key not in back)
        return remark

    def on_force(self, message: Message) -> str:
        """Take USM_FORCE: X=, Y=, Z=, K=, M=, N=; what is not named is 0, ``none`` ends it."""
        text, remark = self.reader.text(message)
        if not self.components:
            raise refusal(message, f"has no effect: dynamics = {self._dynamics} knows no forces; {UNCHANGED}")
        found: dict[str, float] = {}
        for piece in text.split(",") if text.strip().lower() not in ("", "none") else ():
            key, equals, digits = piece.partition("=")
            name, value = key.strip().upper(), finite_number(digits.strip()) if equals else None
            if len(name) != 1 or name not in "XYZKMN" or value is None or name in found or abs(value) > MOST_FORCE:
                raise refusal(
                    message, f"must be X=,Y=,Z=,K=,M=,N= (N and N m), each at most once, or none; {UNCHANGED}"
                )
            found[name] = value
        idle = [name for name, value in found.items() if value != 0.0 and name not in self.components]
        if idle:
            remark = f"{', '.join(idle)} cannot act on a vehicle of three degrees of freedom; the rest does"
        self._command.force = tuple(found.get(name, 0.0) for name in "XYZKMN") if found else ()
        return remark

    MAIL: ClassVar[tuple[Incoming, ...]] = (
        Incoming(
            "USM_RELEASE", "in", "text",
            "Names of actuators (JET_PORT) or of single states (JET_PORT_ALPHA), separated by commas, or all: they "
            "follow the per cent again", when=_WHEN, group="command", source="laws/actuators 2.3", handler=on_release,
            ours=True,
        ),
        Incoming(
            "USM_FORCE", "in", "text",
            "X=, Y=, Z=, K=, M=, N=: a force on the vehicle in its own axes beside all others, until changed; what is "
            "not named is 0, none ends it", "N, N m", when=_WHEN, group="command", source="laws/actuators 2.4",
            handler=on_force, ours=True,
        ),
    )  # fmt: skip


#: The mail of actuators on the reference page; the variables go by the actuators' names.
SET_POINTS: tuple[MailEntry, ...] = (
    MailEntry(
        "DESIRED_ACTUATOR", "in", "number",
        "First state of an actuator under the actuator's name in the vehicle file, such as DESIRED_JET_PORT, within "
        "its range; ahead of the per cent until USM_RELEASE gives it back. A name that is taken, such as "
        "DESIRED_RUDDER, keeps its meaning.", "rpm, rps, rad/s, deg", when=_WHEN, group="command",
        source="laws/actuators 2.3",
    ),
    MailEntry(
        "DESIRED_ACTUATOR_STATE", "in", "number",
        "Any state of an actuator, such as DESIRED_JET_PORT_ALPHA or DESIRED_RUDDER_DELTA.", "rpm, rps, rad/s, deg",
        when=_WHEN, group="command", source="laws/actuators 2.3",
    ),
)  # fmt: skip
