"""The mail of MOOS-IvP's programs beside the table of mail: what is missing, and what is left out with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from usimmarine_py.check.table import MAIL
from usimmarine_py.check.variables import program_mail
from usimmarine_py.mission.antler import is_version
from usimmarine_py.values.key import MailEntry

#: Where the table has programs under another name.
_TABLES: Mapping[str, Sequence[str]] = {
    "pMarinePIDV22": ("usim_pid",), "pHelmIvP": ("pHelmIvP", "behaviours of the helm"), "pMarinePID": ("usim_pid",),
}  # fmt: skip
_PREFIX = "PREFIX_"
_DRAWN = "a viewer draws it: usim watch reads it from the bus, uFldNodeComms and logs are as with the original"
#: What the originals name and what has no effect here, by program and name (also its first letters with ``*``).
NO_EFFECT: Mapping[tuple[str, str], str] = {
    ("*", "APPCAST_REQ"): "every application reads it",
    ("*", "APPCAST_REQ_"): "a MOOSDB's scope asks, usim appcast by its own",
    ("pMarineViewer", "VIEW_*"): _DRAWN,
    ("pMarineViewer", "GRID_*"): _DRAWN,
    ("pMarineViewer", "PMV_*"): "it moves the view or chooses a menu of a window that is not there",
    ("pMarineViewer", "TRAIL_RESET"): "trails are the page's",
    ("pMarineViewer", "PHI_HOST_IP"): "stands in the title of a window",
    ("pMarineViewer", "REALMCAST*"): "the page asks for reports by itself",
    ("pMarineViewer", "WATCHCAST"): "the page asks for reports by itself",
    ("pMissionHash", "DB_CLIENTS"): "the original only notes that there are clients",
    ("uFldNodeBroker", "DB_CLIENTS"): "the original waits for a share; here pShare is started with the community",
    ("uFldObstacleSim", "OBM_CONNECT"): "the original does not subscribe to it",
    ("uFldObstacleSim", "VEHICLE_CONNECT"): "the original has no handler for it, and warns",
    ("uLoadWatch", "LOADCAST"): "the original has no handler for it, and warns",
    ("uTimerScript", "EXITED_NORMALLY"): "posted by the event of that name, as any variable of a script",
    ("pMarinePIDV22", "PID_VERBOSE"): "what the terminal shows",
    ("uSimMarineV*", "PID_VERBOSE"): "what the terminal shows",
    ("pMarinePIDV22", "PID_THRUST_CAP"): "the original cuts the thrust, and posts the one that is not cut",
    ("uSimMarineV*", "NAV_*"): "its own posts, which its controller has without mail",
    ("behaviors", "BHV_EVENT"): "no behaviour of the original posts one",
    ("behaviors", "AVD_STATUS"): "posted where BHV_AvoidCollision makes its function in a way that it never takes",
    ("behaviors", "OPR_ZAIC_*"): "posted where no function can be made, which none of its keys brings about",
    ("behaviors", "ZIG_DEBUG"): "posted where no function can be made, which none of its keys brings about",
}


def lacking_mail(program: str, direction: str, names: Iterable[str]) -> list[str]:
    """Return which of the originals' variables neither the table of mail nor ``NO_EFFECT`` has.

    ``program``: a program of MOOS-IvP, or ``behaviors``. ``direction``: in or out. None is lacking of a program that
    the table does not have at all (``has_mail``).
    """
    entries = [entry for entry in _entries(program) if entry.direction == direction]
    known = [_pattern(spelling) for entry in entries for spelling in (entry.name, *entry.aliases)]
    return [name for name in names if not reason(program, name) and not any(one.fullmatch(name) for one in known)]


def reason(program: str, name: str) -> str:
    """Return why a variable of an original is without effect here, empty if it is not."""
    for (whose, what), why in NO_EFFECT.items():
        if _begins(program, whose) and _begins(name, what):
            return why
    return ""


def has_mail(program: str) -> bool:
    """Whether the table of mail knows a program, or ``behaviors``."""
    return any(True for _ in _entries(program))


def _entries(program: str) -> Iterator[MailEntry]:
    if program == "behaviors":
        names: Sequence[str] = ("pHelmIvP", "behaviours of the helm")
    else:
        names = _TABLES.get(program, (program,))
    if is_version(program, "uSimMarine"):
        yield from MAIL
    for name in names:
        yield from program_mail().get(name, ())


def _begins(text: str, wanted: str) -> bool:
    return text.startswith(wanted[:-1]) if wanted.endswith("*") else text == wanted


def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of names: ``<X>`` is a part that differs, and may be missing at the end of one in a source."""
    text = "<X>" + name.removeprefix(_PREFIX) if name.startswith(_PREFIX) else name
    return re.compile(re.sub(r"_?<[^<>]*>", r"\\w*", text))
