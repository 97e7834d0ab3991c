"""What happened in a run, from its log: states and modes of the helm, behaviours, waypoints, errors."""

from __future__ import annotations

from usimmarine_py.logs.helm import RESULT, WARNING, HelmLog, has_helm, helm_of
from usimmarine_py.logs.runs import RecordedRun

_INDEX = "WPT_INDEX"
#: Most characters of one event.
_LONGEST = 80


def happened(run: RecordedRun, helm: HelmLog | None = None) -> list[tuple[float, str]]:
    """Return times (s since the start of the log) and words, in order.

    ``run`` must keep the texts of the helm (``says_of_helm``); ``helm``: what was read of it already.
    """
    found: list[tuple[float, str]] = []
    if has_helm(run):
        helm = helm or helm_of(run)
        found += [(at, f"state {text}") for at, text in helm.states]
        found += [(at, f"mode {text}") for at, text in helm.modes]
        found += [(spans[0], f"{name} active") for name, active in helm.active.items() for spans in active]
        found += [(at, f"error: {text}") for at, text in helm.errors]
        found += [(at, f"{name}: {way}") for name, ways in helm.avoidance.items() for at, way in ways if way]
    found += [(at, f"warning: {text}") for at, text in run.mail.get(WARNING, ())]
    found += verdicts(run)
    if _INDEX in run.series:
        times, values = run.variable(_INDEX)
        passed = [k for k in range(1, len(times)) if values[k] != values[k - 1]]
        found += [(float(times[k]), f"waypoint {values[k - 1] + 1:.0f} done") for k in passed]
    return sorted((at, text[:_LONGEST]) for at, text in found)


def verdicts(run: RecordedRun) -> list[tuple[float, str]]:
    """Return times (s since the start of the log) and words of what pMissionEval said of the mission."""
    return [(at, f"verdict: {text}"[:_LONGEST]) for at, text in run.mail.get(RESULT, ()) if text != "pending"]
