"""The buttons of a mission's pMarineViewer block: ``button_one``, ``action`` and ``cmd`` lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from usimmarine_py.logs.viewer.fields import fields_of, shown
from usimmarine_py.mission import Mission
from usimmarine_py.text import finite_number, is_number

#: The program whose buttons these are.
VIEWER = "pMarineViewer"
#: Most buttons.
MAX_BUTTONS = 60


def posted(posts: Iterable[tuple[str, float | str]]) -> str:
    """Format posts as text."""
    return ", ".join(f"{name} = {value if isinstance(value, str) else f'{value:g}'}" for name, value in posts)


@dataclass(frozen=True, slots=True)
class Button:
    """The posts of a button."""

    label: str
    posts: tuple[tuple[str, float | str], ...]

    @property
    def title(self) -> str:
        """The posts as text."""
        return posted(self.posts)


def buttons_of(mission: Mission) -> tuple[list[Button], list[str]]:
    """The buttons in the order of the block, and its invalid lines (``file:line: reason``)."""
    block = mission.block(VIEWER, verbatim=False)
    found: dict[str, tuple[str, list[tuple[str, float | str]]]] = {}
    wrong: list[str] = []
    for entry in block.entries if block is not None else ():
        key, value = entry.key.strip().lower(), entry.value.strip()
        if key.startswith("button_"):
            group, label, posts = key, "", _posts(value)
            first = value.partition("#")[0].strip()
            if "=" not in first:
                label = first
        elif key in ("action", "action+"):
            posts = _posts(value)
            menu = next((str(v) for k, v in posts if k == "MENU_KEY"), "")
            posts = [(k, v) for k, v in posts if k != "MENU_KEY"]
            label = menu or ", ".join(f"{k}={v}" for k, v in posts)
            group = f"action {label}"
        elif key == "cmd":
            label, posts = _command(value)
            group = f"cmd {label}"
        else:
            continue
        if not posts:
            wrong.append(
                f"{mission.file}:{entry.line}: no VARIABLE=VALUE to post in {shown(f'{entry.key} = {value}', 60)}"
            )
            continue
        known = found.setdefault(group, (label or posts[0][0], []))
        known[1].extend(post for post in posts if post not in known[1])
    made = [Button(shown(label, 32), tuple(posts)) for label, posts in found.values()]
    return made[:MAX_BUTTONS], wrong


def _posts(text: str) -> list[tuple[str, float | str]]:
    posts = []
    for part in text.split("#"):
        variable, equals, value = part.strip().partition("=")
        if equals and variable.strip() and " " not in variable.strip():
            posts.append((variable.strip(), _value(value.strip())))
    return posts


def _value(text: str) -> float | str:
    """A number, unless it is quoted."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1]
    return float(text) if is_number(text, exponent=True) else text


def _command(text: str) -> tuple[str, list[tuple[str, float | str]]]:
    """``label=, var=, sval= or dval=, receivers=all:abe:shore``: to VAR_ALL or each VAR_ABE, on the shore to VAR."""
    given = fields_of(text)
    variable, label = given.get("var", ""), given.get("label", "")
    number = finite_number(given.get("dval", ""))
    value: float | str | None = given.get("sval", given.get("svalq")) if number is None else number
    if not variable or value is None:
        return label, []
    receivers = [name.strip() for name in given.get("receivers", "").split(":") if name.strip()]
    if "all" in (name.lower() for name in receivers):
        receivers = [name for name in receivers if name.lower() in ("all", "shore")]
    targets = [variable if name.lower() == "shore" else f"{variable}_{name.upper()}" for name in receivers]
    return label or variable, [(target, value) for target in targets or [variable]]
