"""The limits of texts that come from outside: mail, and lines of missions and behaviour files.

A text beyond a limit is refused before its work is begun, with the variable and its sender, or the file and line. Each
limit keeps what is done with a text within 50 ms of CPU; those of packets and connections stand in ``wire/limits.py``.
"""

from __future__ import annotations


class TooMuchError(ValueError):
    """A text that is beyond a limit; the message says which one."""


def admit(count: float, most: int, what: str) -> None:
    """Raise ``TooMuchError`` if there are more than ``most`` of ``what`` (a word in the plural)."""
    if count > most:
        raise TooMuchError(f"{count:,.0f} {what}, more than {most:,}")


def too_long(variable: str, text: str) -> str:
    """Return why mail is refused for its length or its parts, an empty text if it is not."""
    most = LONGEST_REPORT if variable.startswith("NODE_REPORT") else LONGEST_TEXT
    if len(text) > most:
        return f"{len(text):,} characters, more than {most:,}"
    if len(text) > MOST_PARTS and (parts := 1 + max(map(text.count, ',#{"'))) > MOST_PARTS:
        return f"{parts:,} parts, more than {MOST_PARTS:,}"
    return ""


#: Points of a list of points (a plain one, zigzag, lawnmower), counted before they are made; vertices of all regions of
#: a filter.
MOST_POINTS = 2_000
#: Vertices of a polygon (radial, ellipse, oval, a plain one): each pair of them is looked at.
MOST_VERTICES = 500
#: Characters of the text of a shape, a request or an update of a behaviour.
LONGEST_TEXT = 200_000
#: Parts of a text that is read, between commas or ``#``, and braces and quotes of it.
MOST_PARTS = 10_000
#: Characters of a node report; its parts are kept, and sent on to others.
LONGEST_REPORT = 8_000
#: Vehicles that an application knows by node reports: uFldNodeComms, contact managers, detectors, the helm.
MOST_VEHICLES = 1_000
#: Pairs of vehicles, of a vehicle and an obstacle, or of a contact and an alert, that one iteration of a program
#: judges; what is beyond waits for the next iterations.
MOST_PAIRS = 8_000
#: Messages that wait in uFldNodeComms for the next iterations.
MOST_MESSAGES = 1_000
#: Obstacles that an application knows.
MOST_OBSTACLES = 1_000
#: Vertices of all obstacles together that an application knows.
MOST_OBSTACLE_VERTICES = 20_000
#: Points of one obstacle that pObstacleMgr keeps (``max_pts_per_cluster``): their hull is found in each iteration.
MOST_CLUSTER_POINTS = 100
#: Pairs between ``#`` of one update of a behaviour, or of one request to a template.
MOST_UPDATES = 100
#: Flags of one behaviour, conditions, mappings, hints and variables of it: updates add to them, and each is looked at
#: in every iteration.
MOST_FLAGS = 1_000
#: Speeds of legs, turns or depths of the schedule of one behaviour: updates add to them, ``COUNT:SPEED`` many at once.
MOST_SCHEDULED = 1_000
#: Names, groups or types that a filter of contacts takes, or takes out: each contact is held against them.
MOST_FILTERED = 1_000
#: Headings that a behaviour remembers for ``memory_time``, each of which counts in every iteration: the last ones.
MOST_HEADINGS = 20_000
#: Updates that the behaviours of a helm look at in one iteration: each looks at all of its variable.
MOST_UPDATES_AT_ONCE = 5_000
#: Of these, that one behaviour refuses: each is read, named and warned of.
MOST_FAULTY_UPDATES = 200
#: Alerts of a contact manager.
MOST_ALERTS = 100
#: Flags of one alert of a contact manager, of one kind: each is posted for each contact that comes or goes.
MOST_ALERT_FLAGS = 50
#: Flags of mail (``mailflag``) that pObstacleMgr posts in one iteration.
MOST_MAIL_FLAGS = 1_000
#: Variables of pShare that commands share, or that patterns match.
MOST_ROUTES = 5_000
#: Patterns of pShare that commands make, each of which every message is held against; routes of one variable; and
#: inputs, each with a socket.
MOST_SHARED_PATTERNS = 100
#: Programs that uProcessWatch looks for, or knows to have left on purpose.
MOST_WATCHED = 2_000
#: Characters of the name of one of these; all names are posted together.
LONGEST_WATCHED = 200
#: Requests of range reports to a contact manager.
MOST_RANGE_REQUESTS = 100
#: Requests of summaries to pRealm.
MOST_REALM_REQUESTS = 100
#: Names of applications, and of variables that they read or post, which pRealm knows.
MOST_REALM_NAMES = 20_000
#: Vehicles that pSpoofNode plays.
MOST_SPOOFED = 1_000
#: Objects that uFldHazardMgr has found, or of a laydown.
MOST_HAZARDS = 1_000
#: Cells of the grid of pSearchGrid.
MOST_CELLS = 10_000
#: Behaviours of a helm that were made by templates on request, together: each gives a function to each decision.
MOST_SPAWNED = 64
#: Of these, made in one iteration; other requests wait for the next ones.
MOST_SPAWNED_AT_ONCE = 12
#: Of these, with ``use_refinery``, and of all if an update asks for it: their functions take twice the time.
MOST_REFINED = 32
#: Vertices of all obstacles together that behaviours of a helm avoid, where requests or updates ask for more: each is
#: looked at along each course.
MOST_AVOIDED_VERTICES = 640
#: Contacts that mail of BHV_ABLE_FILTER has disabled, for behaviours to come.
MOST_DISABLED = 200
#: Corners of the polygon of pSearchGrid: each of their sides is held against each cell.
MOST_CORNERS = 100
#: Mode declarations of the files of a helm.
MOST_MODES = 1_000
#: Characters of an expectation.
LONGEST_CONDITION = 2_000
#: Characters of a logic condition: of a behaviour, a mode, a script or a grader.
LONGEST_LOGIC = 4_000
#: Characters of a line with macros replaced: values that name other macros can double with each.
LONGEST_LINE = 100_000
#: Copies of one event of a script: the reference would try to make them all.
MOST_COPIES = 100_000
#: Vehicles of which AIS messages are made.
MOST_AIS_CONTACTS = 1_000
#: Faults in force at a time: more indicate a faulty script.
MOST_FAULTS = 100
