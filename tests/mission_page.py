"""The page of ``tests/mission_folders.py``: how many folders play, what stops the others, one repository in detail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol


class Row(Protocol):
    """A folder that was played."""

    repository: str
    folder: str
    command: str
    seconds: float
    why_not: str
    missing: str
    moved: str
    communities: int
    known: str
    notes: str
    live: str
    live_notes: str
    originals: str


#: What stops a folder, without what differs between folders: the first pattern that is found in the reason.
_CAUSES = (
    (r"no simulator block", "no simulator in it (xRelay, shoreside alone, recordings, a vehicle's own hardware)"),
    (r"(BHV_AvoidObstacle\w*) is no longer supported", r"\1 (MOOS-IvP's present helm is MALCONFIG with it, too)"),
    (r"dynamic behavior \w+", "a behaviour of its owner's own is not there"),
    (r"bash -e ended it at line \d+: exit code \d+ of (\w+)", r"bash -e ends the launch script at its \1"),
    (r"starts pAntler .* which is not there", "the launch script starts a mission file that is not there"),
    (r"[Ss]yntax error|unexpected EOF", "the launch script has a syntax error for the shell that it names"),
    (r"#include: no file|macros? (is|are) not defined", "a template that only its owner's own script expands"),
    (r"Unable to locate \w+ binary|Missing \S*/bin/", "the launch script asks for a program that its owner builds"),
    (r"No such file or directory", "a file that the mission or its script names is not there"),
    (r"the launch script started no community", "the launch script starts no community without more arguments"),
    (r"\(unknown parameter\)", "a parameter that the behaviour does not have (MALCONFIG in MOOS-IvP, too)"),
    (r"not done after", "not done in the time"),
)
#: The note of a row that plays without a vehicle: xRelay, shoreside alone, a vehicle whose own hardware is not there.
NO_VEHICLE = "no vehicle in it"
#: Ways that differ by less are alike, m.
_NEAR = 5.0
#: Rows of the table of what stops or is missing.
_SHOWN = 15


def cause(why_not: str) -> str:
    """What stops a folder, without what differs between folders."""
    for pattern, words in _CAUSES:
        if found := re.search(pattern, why_not):
            return found.expand(words)
    return re.sub(r"^(\S+: |\S+:\d+: )+", "", why_not)


def page(rows: Sequence[Row], details: str) -> str:
    """The whole page; ``details``: the repository whose folders are listed that do not play, or not with all."""
    lines = [*_opening(rows), *_by_repository(rows), *_live(rows), *_stops(rows)]
    own = [row for row in rows if row.repository == details]
    return "\n".join([*lines, *_details(own, details)]) + "\n"


def _opening(rows: Sequence[Row]) -> list[str]:
    plays, whole = _plays(rows), _whole(rows)
    alone = [row for row in plays if NO_VEHICLE in row.notes]
    simulated = [row for row in rows if "no simulator block" not in row.why_not and row not in alone]
    vehicles = [row for row in plays if row not in alone]
    return [
        "# Which missions play offline",
        "",
        f"Of the missions in {_count(len({row.repository for row in rows}), 'repository', 'repositories')}, "
        f"**{len(plays)} of {len(rows)}** play offline unchanged ({_percent(plays, rows)};",
        f"{_percent(vehicles, simulated)} of the {len(simulated)} that have a simulator), "
        f"{len(whole)} of them with all their applications. In {len(_stood(plays))}",
        "of them no vehicle went a metre: nothing deploys it, or the application that drives it is missing.",
        *_without_vehicle(alone),
        *_deprecated(plays),
        "Those that only show, log or watch do not count as missing ([run](run.md#applications)).",
        "",
        "    scripts/missions-table DIR ... --rows missions-table.csv --write missions-table.md --details OWNER/NAME",
        "",
        "plays every mission folder below the folders DIR (OWNER+NAME each, the repository's newest commit) by its own",
        f"script for {_seconds(rows)} simulated seconds (`--duration`), and writes this page; a folder without a",
        "script has a row for each mission file. Rows of the CSV file are kept, not played again. The scripts are",
        "programs of others and run with your rights: a sandbox without a network is the place for them.",
        "",
    ]


def _without_vehicle(alone: Sequence[Row]) -> list[str]:
    words = "have no vehicle (xRelay, shoreside alone, a vehicle whose own hardware is not there)"
    return [f"{len(alone)} of them {words}, {len(_whole(alone))} of these with all applications."] if alone else []


def _deprecated(plays: Sequence[Row]) -> list[str]:
    named = [row for row in plays if "is deprecated" in row.notes]
    words = "name a deprecated behaviour, with which MOOS-IvP's present helm is MALCONFIG ([helm](helm.md#contacts))."
    return [f"{len(named)} of them {words}"] if named else []


def _by_repository(rows: Sequence[Row]) -> list[str]:
    names = sorted({row.repository for row in rows}, key=str.lower)
    if len(names) < 2:
        return []
    lines = [
        "## By repository",
        "",
        "| repository | folders | play | with all applications |",
        "| --- | --- | --- | --- |",
    ]
    for name in names:
        own = [row for row in rows if row.repository == name]
        lines.append(f"| {name} | {len(own)} | {len(_plays(own))} | {len(_whole(own))} |")
    told = (
        "Every folder: [missions-table.csv](missions-table.csv), with the metres of each vehicle (`moved`) and the",
        "time when all knew each other by NODE_REPORT (`known`; missions limit ranges and groups), else how many.",
    )
    return [*lines, "", *told, ""]


def alike(one: str, other: str) -> bool:
    """Whether each vehicle moved as far in two plays, within a tenth and 5 m."""
    ways, others = ([float(metres) for metres in text.split(", ") if metres] for text in (one, other))
    return len(ways) == len(others) and all(
        abs(a - b) <= max(_NEAR, 0.1 * a) for a, b in zip(ways, others, strict=True)
    )


def _live(rows: Sequence[Row]) -> list[str]:
    tried = [row for row in rows if row.live or row.live_notes]
    if not tried:
        return []
    # what a helm says offline, too, is the mission's
    same = [row for row in tried if row.live_notes.partition(": ")[2] in row.notes and alike(row.moved, row.live)]
    beside = [row for row in tried if row.originals]
    own = [row for row in beside if alike(row.originals, row.live)]
    (most, number), *others = Counter(row.repository for row in tried).most_common()
    where = f"{number} of {most}"
    where += f", {len(tried) - number} of {_count(len(others), 'other', 'others')}" if others else ""
    with_originals = (
        f"With `--live theirs` and the originals on PATH {len(beside)} were played,",
        f"{len(own)} of them as far as by ours.",
    )
    lines = [
        "## Live",
        "",
        "    scripts/missions-table DIR ... --rows missions-table.csv --live ours",
        "",
        "plays those that play offline once more with `usim launch` at warp 10, one at a time, deployed as offline and",
        f"for as many MOOS seconds. Of {len(tried)} that were tried ({where}) every vehicle moved as",
        f"far as offline, within a tenth or {_NEAR:g} m, in **{len(same)}**.",
        *(with_originals if beside else ()),
        "Those with a difference (metres of each vehicle, where a script deploys from the first position on):",
        "",
        "| folder | offline | live | originals | |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in tried:
        if row not in same or (row.originals and row not in own):
            folder = row.folder if row.repository == tried[0].repository else f"{row.repository} {row.folder}"
            cells = (folder, row.moved, row.live, row.originals, row.live_notes)
            lines.append(f"| {' | '.join(map(_cell, cells))} |")
    return [*lines, ""]


def _stops(rows: Sequence[Row]) -> list[str]:
    stops = Counter(cause(row.why_not) for row in rows if row.why_not)
    without = Counter(name for row in _plays(rows) for name in row.missing.split(", ") if name)
    lines = []
    for title, counted in (("What stops the rest", stops), ("Applications that are not played", without)):
        if counted:
            lines += [f"## {title}", "", f"| {title.lower()} | folders |", "| --- | --- |"]
            lines += [f"| {_cell(name)} | {count} |" for name, count in counted.most_common(_SHOWN)]
            rest = counted.most_common()[_SHOWN:]
            lines += [f"| {len(rest)} others | {sum(count for _, count in rest)} |"] if rest else []
            lines.append("")
    return lines


def _details(rows: Sequence[Row], name: str) -> list[str]:
    folders = _count(len(rows), "folder", "folders")
    lines = [
        f"## {name}",
        "",
        f"{len(_whole(rows))} of {folders} play with all their applications. The others:",
        "",
        "| folder | plays | why not |",
        "| --- | --- | --- |",
    ]
    for row in rows:
        if row.why_not or row.missing:
            folder = row.folder if "launch" in row.command else f"{row.folder} (`{row.command}`)"
            plays = "no" if row.why_not else f"without {row.missing}"
            lines.append(f"| {' | '.join(map(_cell, (folder, plays, cause(row.why_not))))} |")
    return lines


def _plays(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row.why_not]


def _whole(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row.why_not and not row.missing]


def _stood(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row.moved and all(float(metres) < 1.0 for metres in row.moved.split(", "))]


def _percent(some: Sequence[Row], rows: Sequence[Row]) -> str:
    return f"{100 * len(some) / max(len(rows), 1):.0f} %"


def _seconds(rows: Sequence[Row]) -> str:
    return " or ".join(f"{seconds:g}" for seconds in sorted({row.seconds for row in rows}))


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _cell(text: str) -> str:
    text = text.replace("|", "\\|").replace("$", "\\$")
    return text if len(text) <= 160 else f"{text[:157]}..."
