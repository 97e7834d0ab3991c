"""Posts of the weather: numbers under names of its own, arrows and vectors for pMarineViewer."""

from __future__ import annotations

from math import atan2, degrees, sqrt

from usimmarine_py.sea.weather import Conditions, Weather
from usimmarine_py.values import Post

#: m/s, m/s and m at which an arrow has its full length [choice].
FULL_WIND, FULL_CURRENT, FULL_HEIGHT = 20.0, 1.0, 4.0


def current_given(weather: Weather, conditions: Conditions) -> bool:
    """Return whether there is a current, configured or met."""
    c = weather.current
    return bool(
        c.speed
        or c.down
        or c.speed_variation.active
        or conditions.current_east
        or conditions.current_north
        or conditions.current_down
    )


def publications(weather: Weather, conditions: Conditions, *, field: bool = False) -> list[Post]:
    """Return a number for every process in force, in the order of the mail table; ``field``: there is one."""
    out: list[Post] = []
    if conditions.wind_speed is not None:
        out.append(Post("USM_WIND_SPEED", conditions.wind_speed))
        out.append(Post("USM_WIND_DIR", (conditions.wind_towards + 180.0) % 360.0))
    if field or current_given(weather, conditions):
        out.append(Post("USM_CURRENT_SPEED", _speed(conditions)))
        out.append(Post("USM_CURRENT_DIR", _direction(conditions)))
    if weather.waves.hs > 0.0:
        out.append(Post("USM_WAVE_ELEVATION", conditions.elevation))
        out.append(Post("USM_WAVE_HS", weather.waves.hs))
        out.append(Post("USM_WAVE_DIR", degrees(weather.waves.towards) % 360.0))
        if weather.wave_action == "motion":
            out.append(Post("USM_WAVE_HEAVE", conditions.motion.heave))
            out.append(Post("USM_WAVE_ROLL", conditions.motion.roll))
            out.append(Post("USM_WAVE_PITCH", conditions.motion.pitch))
    return out


def visuals(
    weather: Weather, conditions: Conditions, at: tuple[float, float], x: float, y: float, name: str = "usm"
) -> list[Post]:
    """Return VIEW_ARROW and VIEW_VECTOR: arrows at ``at``, the current's vector at the vehicle (``x``, ``y``).

    Labels begin with ``name``, so that several vehicles can draw at once. Arrows point where things go TO.
    """
    out: list[Post] = []
    if conditions.wind_speed is not None:
        out.append(_arrow(at, 0, conditions.wind_towards, conditions.wind_speed / FULL_WIND, f"{name}_wind", "green"))
    if current_given(weather, conditions):
        speed, direction = _speed(conditions), _direction(conditions)
        out.append(_arrow(at, 1, direction, speed / FULL_CURRENT, f"{name}_current", "dodger_blue"))
        out.append(
            Post(
                "VIEW_VECTOR",
                f"x={x:.2f},y={y:.2f},ang={direction:.1f},mag={speed:.3f},label={name}_current_here,"
                "edge_color=dodger_blue,vertex_color=dodger_blue",
            )
        )
    if weather.waves.hs > 0.0:
        size = weather.waves.hs / FULL_HEIGHT
        out.append(_arrow(at, 2, degrees(weather.waves.towards) % 360.0, size, f"{name}_waves", "white"))
    return out


def _arrow(at: tuple[float, float], place: int, direction: float, size: float, label: str, color: str) -> Post:
    length = 4.0 + 36.0 * min(max(size, 0.0), 1.0)
    return Post(
        "VIEW_ARROW",
        f"ctrx={at[0] + 40.0 * place:.1f},ctry={at[1]:.1f},ang={direction:.1f},bwid=5,blen={length:.1f},hwid=10,"
        f"hlen=10,label={label},edge_color=invisible,vertex_color=invisible,fill_color={color},fill_transparency=0.2",
    )


def _speed(conditions: Conditions) -> float:
    e, n = conditions.current_east, conditions.current_north
    return sqrt(e * e + n * n)


def _direction(conditions: Conditions) -> float:
    return degrees(atan2(conditions.current_east, conditions.current_north)) % 360.0
