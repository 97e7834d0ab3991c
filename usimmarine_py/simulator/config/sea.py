"""The sea around the vehicle: files that can be opened behind the last line only, when the datum is known."""

from __future__ import annotations

from typing import Any

from usimmarine_py.environment.sea.parameters import BATHYMETRY
from usimmarine_py.errors import ConfigError, Severity, UsimError
from usimmarine_py.model import ConfigLine, Note
from usimmarine_py.model.frozen import replace
from usimmarine_py.simulator.config.lines import ConfigWarning, make_warning
from usimmarine_py.simulator.config.setup import Draft

_WITHOUT = "the run goes on without a sea bed"


def settle_sea(draft: Draft) -> list[ConfigWarning]:
    """The sea bed of the collected lines, and what is wrong with them."""
    if not any(parameter.name in draft.collected for parameter in BATHYMETRY):
        return []  # and nothing more is loaded
    words: dict[str, Any] = {}
    warnings: list[ConfigWarning] = []
    for parameter in BATHYMETRY[1:]:
        word = parameter.name.removeprefix("bathymetry_")
        words[word] = parameter.default
        line = draft.collected.get(parameter.name)
        if line is None:
            continue
        try:
            words[word] = parameter.value(line.value)
        except ConfigError as error:
            warnings.append(_warning(line, error.problem, suggestion=error.suggestion))
        if "bathymetry" not in draft.collected:
            warnings.append(_warning(line, "has no effect without bathymetry"))
    if "bathymetry" not in draft.collected:
        return warnings
    line = draft.collected["bathymetry"]
    from usimmarine_py.environment.sea.files import open_bed  # few vehicles have one

    try:
        bed = open_bed(draft.find(line.value), geodesy=draft.setup.geodesy, **words)
    except (OSError, ValueError, UsimError) as error:
        return [*warnings, _warning(line, f"{error}; {_WITHOUT}", severity=Severity.ERROR)]
    draft.change(ground=replace(draft.setup.ground, applies=True, seabed=bed))
    here = draft.pose
    depth = bed.depth(here.x, here.y)
    if depth <= 0.0:
        remark = f"the vehicle starts on land, {-depth:.3g} m above the water; are these depths? bathymetry_values says"
        warnings.append(_warning(line, remark))
    elif depth != depth:
        warnings.append(_warning(line, "the start lies where it knows no depth", severity=Severity.NOTE))
    return warnings


def _warning(
    line: ConfigLine, problem: str, *, suggestion: str = "", severity: Severity = Severity.WARNING
) -> ConfigWarning:
    note = Note(problem, unhandled=False, suggestion=suggestion, severity=severity)
    return make_warning(line, note, as_reference=False)
