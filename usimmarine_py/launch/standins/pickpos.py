"""pickpos: names, colours, speeds, groups and random positions of vehicles, one a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from math import atan2, degrees, hypot
from random import Random

from usimmarine_py.sums import plain_sum

Point = tuple[float, float]

NAMES = (
    "abe", "ben", "cal", "deb", "eve", "fin", "gil", "hix", "ike", "jim", "kim", "lou", "max", "ned", "oak", "pal",
    "que", "ray", "sam", "tim", "ula", "val", "wes", "xiu", "yen", "zan", "apia", "baka", "cary", "doha", "evie",
    "fahy", "galt", "hays", "iola", "jing", "kiev", "lima", "mesa", "nuuk", "oslo", "pace", "quay", "rome", "sako",
    "troy", "ubly", "vimy", "waco", "xane", "york", "zahl",
)  # fmt: skip
COLOURS = (
    "yellow", "red", "dodger_blue", "green", "purple", "orange", "white", "dark_green", "dark_red", "cyan", "coral",
    "brown", "bisque", "white", "pink", "darkslateblue", "brown", "burlywood", "goldenrod", "ivory", "khaki",
    "lime", "peru", "powderblue", "plum", "sienna", "sandybrown", "navy", "olive", "magenta",
)  # fmt: skip
#: Least distance of two positions (m), and tries for it.
BUFFER = 10.0
TRIES = 1000


class Unhandled(Exception):
    """An argument that pickpos does not know."""


def pickpos(arguments: Sequence[str], random: Random) -> list[str]:
    """Return the lines that pickpos prints. Raises ``Unhandled``."""
    given: dict[str, str] = {}
    polygons: list[list[Point]] = []
    for argument in arguments:
        key, _, value = argument.partition("=")
        try:
            if key in ("--poly", "--polygon"):
                polygons.append(_points(value))
            elif key in ("--amt", "--vnames", "--vix", "--colors", "--spd", "--grps", "--hdg", "--buffer", "--ssnap"):
                given[key] = value
            elif argument in ("-r", "--reverse"):
                given["-r"] = "true"
            else:
                raise Unhandled(argument)
            amount = int(given.get("--amt", "1"))
            if amount < 1:
                raise Unhandled(argument)
        except ValueError:
            raise Unhandled(argument) from None
    columns: list[list[str]] = []
    if polygons:
        columns.append(_positions(polygons, amount, given, random))
    elif "--spd" in given:
        columns.append([_speed(given["--spd"], random) for _ in range(amount)])
    if "--vnames" in given:
        columns.append(_names(given, amount))
    if "--colors" in given:
        columns.append(list(islice(cycle([*_listed(given["--colors"]), *COLOURS]), amount)))
    if "--grps" in given:
        columns.append(_groups(given["--grps"], amount, random))
    return [",".join(parts) for parts in zip(*columns, strict=True)]


def main(arguments: Sequence[str], random: Random) -> int:
    """Print the lines; 1 for an unknown argument."""
    try:
        lines = pickpos(arguments, random)
    except Unhandled as error:
        sys.stdout.write(f"Unhandled arg: {error}\n")
        return 1
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _names(given: dict[str, str], amount: int) -> list[str]:
    stock = NAMES[int(given.get("--vix") or 0) :]
    names = list(islice(cycle([*_listed(given["--vnames"]), *stock]), amount))
    return names[::-1] if "-r" in given else names


def _groups(text: str, amount: int, random: Random) -> list[str]:
    names, _, how = text.partition(":")
    groups = _listed(names)
    if not groups:
        raise Unhandled(f"--grps={text}")
    if how == "alt":
        return list(islice(cycle(groups), amount))
    return [random.choice(groups) for _ in range(amount)]


def number(value: float, places: int) -> str:
    """Format a number with at most so many decimals, without trailing zeros."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
    return "0" if text == "-0" else text


def _speed(text: str, random: Random) -> str:
    low, _, high = text.partition(":")
    return number(random.uniform(float(low), float(high or low)), 1)


def _points(text: str) -> list[Point]:
    points = []
    for part in text.split(":"):
        x, _, y = part.partition(",")
        points.append((float(x), float(y)))
    if len(points) < 3:
        raise ValueError(text)
    return points


def inside(x: float, y: float, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    found = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def random_point(polygon: Sequence[Point], random: Random) -> Point:
    """Return a point in a polygon, uniform, with one decimal; the mean of the corners if none is found."""
    xs, ys = zip(*polygon, strict=True)
    for _ in range(TRIES):
        x, y = round(random.uniform(min(xs), max(xs)), 1), round(random.uniform(min(ys), max(ys)), 1)
        if inside(x, y, polygon):
            return x, y
    return round(plain_sum(xs) / len(xs), 1), round(plain_sum(ys) / len(ys), 1)


def _positions(polygons: Sequence[list[Point]], amount: int, given: dict[str, str], random: Random) -> list[str]:
    buffer = float(given.get("--buffer") or BUFFER)
    heading = _heading(given["--hdg"], random) if "--hdg" in given else None
    found: list[Point] = []
    lines = []
    for _ in range(amount):
        for _ in range(TRIES):
            x, y = random_point(random.choice(polygons), random)
            if all(hypot(x - a, y - b) >= buffer for a, b in found):
                break
        found.append((x, y))
        text = f"x={number(x, 1)},y={number(y, 1)}"
        if heading is not None:
            text += f",heading={number(heading(x, y), 0)}"
        if "--spd" in given:
            text += f",speed={_speed(given['--spd'], random)}"
        lines.append(text)
    return lines


def _heading(text: str, random: Random) -> Callable[[float, float], float]:
    if ":" in text:
        low, _, high = text.partition(":")
        return lambda _x, _y: random.uniform(float(low), float(high)) % 360.0
    x0, y0, *rest = (float(part) for part in text.split(","))
    relative = rest[0] if rest else 0.0
    return lambda x, y: (degrees(atan2(x0 - x, y0 - y)) + relative) % 360.0
