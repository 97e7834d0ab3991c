"""The vehicle file to go on with: the one that was fitted, with a variant of the estimates."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from usimmarine_py.fit.identify.identify import Estimate, Identified

#: The variant that a fit adds; a file that has it gets ``fitted2``.
VARIANT = "fitted"
_DEFAULT = re.compile(r"^default_variant\s*=.*$", re.MULTILINE)
_FIRST_TABLE = re.compile(r"^\s*\[", re.MULTILINE)


def vehicle_text(result: Identified) -> str:
    """The text of the vehicle file with the fitted variant as its default; the rest of it stays as it is."""
    file = result.file
    variants = file.tree.get("variant", {})
    name = next(n for n in (VARIANT, *(f"{VARIANT}{i}" for i in range(2, 1000))) if n not in variants)
    entries: dict[str, Any] = {**variants.get(file.variant, {}), **file.changes}
    comments: dict[str, str] = {}
    for free, estimate in zip(result.problem.free, result.estimates, strict=True):
        for key, value in free.overrides(estimate.value).items():
            entries[key] = value
            comments[key] = _comment(estimate, free.factor)
    runs = ", ".join(run.record.name for run in result.problem.runs)
    lines = ["", f"# By usim fit --vehicle {file.asked} of {runs}.", f"[variant.{name}]"]
    for key, value in entries.items():
        comment = f"   # {comments[key]}" if key in comments else ""
        lines.append(f"{json.dumps(key)} = {_toml(value)}{comment}")
    lines += ["", "[[source]]", f"what = {json.dumps(f'variant {name}')}", f"ref  = {json.dumps(f'fitted to {runs}')}"]
    default = f'default_variant = "{name}"'
    text = file.text.rstrip("\n")
    head = text[: _table_begin(text)]
    if _DEFAULT.search(head):
        text = _DEFAULT.sub(lambda _: default, text, count=1)
    else:
        begin = _table_begin(text)
        text = f"{text[:begin].rstrip()}\n{default}\n\n{text[begin:].lstrip()}"
    return "\n".join([text, *lines]) + "\n"


def _table_begin(text: str) -> int:
    found = _FIRST_TABLE.search(text)
    return len(text) if found is None else found.start()


def _comment(estimate: Estimate, factor: bool) -> str:
    if estimate.error is None:
        return f"held: {estimate.remark}" if estimate.remark else "held"
    share = f", {100.0 * estimate.error / abs(estimate.value):.2g} %" if estimate.value else ""
    if factor:
        return f"times {estimate.value:.5g} +- {estimate.error:.2g} of the file's"
    return f"+- {estimate.error:.2g}{share} (standard error); was {estimate.start:.6g}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, str)):
        return json.dumps(value)
    if isinstance(value, float):
        return repr(float(f"{value:.8g}")) if abs(value) < 1e15 else repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    return "[" + ", ".join(_toml(v) for v in value) + "]"
