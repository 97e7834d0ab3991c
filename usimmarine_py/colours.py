"""The names of colours that viewers know."""

from __future__ import annotations

from usimmarine_py.text import read_number

_TEXT = (
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown "
    "burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan "
    "darkgoldenrod darkgray darkgreen darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred "
    "darksalmon darkseagreen darkslateblue darkslategray darkturquoise darkviolet deeppink deepskyblue dimgray "
    "dodgerblue empty firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green "
    "greenyellow honeydew hotpink indianred indigo invisible ivory khaki lavender lavenderblush lawngreen "
    "lemonchiffon lightblue lightcoral lightcyan lightgoldenrod lightgray lightgreen lightpink lightsalmon "
    "lightseagreen lightskyblue lightslategray lightsteelblue lightyellow lime limegreen linen macbeige "
    "macblue magenta maroon mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue "
    "mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite "
    "navy oldlace olive olivedrab orange orangered orchid palegreen paleturquoise palevioletred papayawhip "
    "peachpuff pelegoldenrod peru pink plum powderblue purple red rosybrown royalblue saddlebrown salmon "
    "sandybrown seagreen seashell sienna silver skyblue slateblue slategray snow springgreen steelblue tan "
    "teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen off"
)
_GRAYS = frozenset(f"{word}{percent:02d}" for word in ("gray", "grey") for percent in range(5, 100, 5))
_NAMES = _GRAYS.union(_TEXT.split(" "))


def is_colour(text: str) -> bool:
    """Whether a text names a colour: a known name, ``hex:ff,00,80``, or ``0.5,0.5,0.5``."""
    name = text.lower().replace("_", "")
    if name.startswith("hex:"):
        parts = name[4:].split(",")
        return len(parts) == 3 and all(0 < len(p) <= 2 and set(p) <= set("0123456789abcdef") for p in parts)
    if "," in name:
        numbers = [read_number(part) for part in name.split(",")]
        return len(numbers) == 3 and all(n is not None and 0 <= n <= 1 for n in numbers)
    return name in _NAMES


def shown_colour(name: str) -> str:
    """Return the name of a colour as a shape of MOOS-IvP writes it."""
    return "invisible" if name in ("off", "empty") else name
