"""What a helm says of itself: state, mode, active behaviours, radii of the waypoints, what is ahead."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from usimmarine_py.logs.viewer.fields import place, shown

if TYPE_CHECKING:
    from usimmarine_py.watch.data import LiveData

STATE, ALLSTOP = "IVPHELM_STATE", "IVPHELM_ALLSTOP"
#: Mail that is read here.
HELM_MAIL = (STATE, ALLSTOP, "IVPHELM_SUMMARY", "BHV_SETTINGS", "WPT_STAT", "IVPHELM_BHV_ACTIVE")
#: Names of what is kept of it; no variable has a colon.
MODES, ACTIVE, SETTINGS, AHEAD = "helm:modes", "helm:active", "helm:settings:", "helm:ahead"
INDEX = "helm:index"
_MODES = re.compile(r"(?:^|,)modes=([^,]*)")
_WEIGHED = re.compile(r"(?:^|,)active_bhvs=([^,]*)")
_PAIR = re.compile(r"(?:^|,)\s*([\w-]+)=([^,{}]*)")
#: Most behaviours that are kept and shown.
_MOST = 40


def helm_values(variable: str, text: str) -> list[tuple[str, str]]:
    """Names and values to keep of one mail of a helm."""
    if variable == "IVPHELM_SUMMARY":  # posts only what has changed
        found = [(name, expression.search(text)) for name, expression in ((MODES, _MODES), (ACTIVE, _WEIGHED))]
        return [(name, match[1][:2000]) for name, match in found if match is not None]
    if variable == "BHV_SETTINGS":
        given = dict(_PAIR.findall(text[:4000]))
        radii = ",".join(f"{key}={given[key]}" for key in ("capture_radius", "slip_radius") if key in given)
        return [(SETTINGS + shown(given["name"]), radii)] if radii and given.get("name") else []
    if variable == "WPT_STAT":
        ahead = dict(_PAIR.findall(text[:400]))
        index = f"{ahead.get('index', '').strip()[:9]} {ahead.get('behavior-name', '')[:80]}"
        return [(AHEAD, text[:400]), (INDEX, index)]
    return [(variable, text[:400])]


def helm_facts(data: LiveData) -> dict[str, Any] | None:
    """State, mode, active behaviours with weights, and radii (m) for the page; None without a helm."""
    state = data.text(STATE)
    if not state:
        return None
    mode = _mode(data.text(MODES))
    entries = [entry.split("$") for entry in data.text(ACTIVE).split(":")][:_MOST]
    active = [[shown(entry[0], 40), place(entry[2]) or 0.0] for entry in entries if len(entry) > 2]
    if not active:
        active = [[shown(name, 40), 0.0] for name in data.text("IVPHELM_BHV_ACTIVE").split(",") if name.strip()][:_MOST]
    found: dict[str, Any] = {"state": shown(state, 20), "mode": mode, "active": active}
    allstop = data.text(ALLSTOP)
    if allstop and allstop != "clear":
        found["allstop"] = shown(allstop, 60)
    ahead = dict(_PAIR.findall(data.text(AHEAD)))
    radii = dict(_PAIR.findall(data.text(SETTINGS + shown(ahead.get("behavior-name", "")))))
    for key, name in (("capture_radius", "capture"), ("slip_radius", "slip")):
        radius = place(radii.get(key))
        if radius is not None and radius > 0.0:
            found[name] = radius
    if ahead.get("index", "").strip().isdigit() and active:
        found["index"] = int(ahead["index"][:9])
    return found


def _mode(text: str) -> str:  # MODE@ACTIVE:LOITERING#...
    return "/".join(shown(part.partition("@")[2], 60) for part in text.split("#") if "@" in part)


def events_of(data: LiveData) -> list[tuple[float, str]]:
    """Times (page s) and words of what a helm did so far, in order, in the words of a log's events.

    They are its states, modes, all-stops and passed waypoints; ``data`` must store all values.
    """
    if data.history is None:
        return []
    found: list[tuple[float, str]] = []
    for name, word, says in ((STATE, "state", str), (MODES, "mode", _mode), (ALLSTOP, "all-stop", str)):
        texts = [(at, shown(says(str(value)), 60)) for at, value in data.history.changes(name)]
        found += [(at, f"{word} {text}") for at, text in texts if text]
    for (_, before), (at, behind) in pairwise(data.history.changes(INDEX)):
        (index, _, behavior), (_, _, later) = str(before).partition(" "), str(behind).partition(" ")
        if behavior == later and index.isascii() and index.isdigit():
            found.append((at, f"waypoint {int(index) + 1} done"))
    return sorted(found)


def waypoint_index(data: LiveData, behavior: str) -> int:
    """The index of the next waypoint of a behaviour, 0 if that is not known."""
    ahead = dict(_PAIR.findall(data.text(AHEAD)))
    index = ahead.get("index", "").strip()
    return int(index[:9]) if index.isdigit() and ahead.get("behavior-name", "").strip() == behavior else 0


def ahead_of(data: LiveData) -> tuple[str, str]:
    """The next waypoint and the way to it, as texts; empty without."""
    ahead = dict(_PAIR.findall(data.text(AHEAD)))
    index = ahead.get("index", "").strip()
    if not index.isdigit():
        return "", ""
    distance, eta = place(ahead.get("dist")), place(ahead.get("eta"))
    way = [f"{distance:.0f} m" if distance is not None and math.isfinite(distance) else "",
           f"{eta:.0f} s" if eta is not None and eta >= 0.0 else ""]  # fmt: skip
    cycles = ahead.get("cycles", "").strip()
    laps = f"lap {int(cycles[:6]) + 1}" if cycles.isdigit() and cycles != "0" else ""
    return f"number {int(index[:9]) + 1}", ", ".join(part for part in (*way, laps) if part)
