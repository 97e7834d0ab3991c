"""What ``build_info`` and ``precision`` of a behaviour ask for, as far as no function can be built by it."""

from __future__ import annotations

import re
from collections.abc import Callable

from usimmarine_py.text import atof, is_number

_BOX = re.compile(
    r"(?:\w+\s*@\s*)?\w+\s*:\s*-?[\d.]+(?:\s*:\s*-?[\d.]+)?(?:\s*,\s*\w+\s*:\s*-?[\d.]+(?:\s*:\s*-?[\d.]+)?)*"
)


def _at_least(least: float) -> Callable[[str, str], str]:
    return lambda name, text: "" if atof(text) >= least else f"{name} value must be >= {least:g}"


def _box(name: str, text: str) -> str:
    return "" if _BOX.fullmatch(text) else f"{name} value is ill-defined"


def _nothing(name: str, text: str) -> str:
    return ""


#: By name: what is wrong with a text, empty: nothing.
_PARTS: dict[str, Callable[[str, str], str]] = {
    **dict.fromkeys(("uniform_amount", "uniform_amt"), lambda name, text: _amount(name, text)),
    **dict.fromkeys(("uniform_piece", "uniform_box", "uniform_grid"), _box),
    **dict.fromkeys(("plateau_region", "basin_region", "refine_region", "focus_region", "refine_piece", "focus_box",
                     "refine_clear", "refine_point"), _nothing),
}  # fmt: skip
#: The same of those that are known with a number only.
_NUMBERS = {
    "queue_levels": _at_least(1), "smart_amount": _at_least(0), "smart_percent": _at_least(0),
    "smart_thresh": _at_least(0), "auto_peak_max_pcs": _at_least(1),
}  # fmt: skip
_TRUTHS = ("strict_range", "auto_peak")


def _amount(name: str, text: str) -> str:
    return "" if is_number(text) and atof(text) >= 1 else f"{name} value must be >= 1"


def refusal(text: str) -> str:
    """Return why the original builds no function with a text; empty: it does."""
    for part in text.split("#"):
        words = [word.strip() for word in part.lower().strip().split("=")]
        if len(words) != 2:
            continue  # passed over
        name, value = words
        if name in _PARTS:
            problem = _PARTS[name](name, value)
        elif name in _NUMBERS and is_number(value):
            problem = _NUMBERS[name](name, value)
        elif name in _TRUTHS and value in ("true", "false"):
            problem = ""
        else:
            problem = f"{name}: unhandled parameter"
        if problem:
            return problem
    return ""
