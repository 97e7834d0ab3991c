"""The geodetic datum of a mission: the global keys LatOrigin and LongOrigin."""

from __future__ import annotations

from usimmarine_py.mission import Mission


def mission_datum(mission: Mission) -> tuple[tuple[float, float] | None, str]:
    """(latitude, longitude) in degrees or None, and what is wrong with them (empty: nothing).

    A mission without either key has no datum, which is nobody's mistake.
    """
    texts = [mission.value(key) for key in ("LatOrigin", "LongOrigin")]
    if texts == [None, None]:
        return None, ""
    latitude, longitude = (mission.number(key) for key in ("LatOrigin", "LongOrigin"))
    if latitude is None or longitude is None:
        return None, "LatOrigin and LongOrigin must both be numbers; no LAT and LONG are posted"
    # the UTM plane of the datum's zone ends here (behaviour specification, 17)
    if not (-80.0 <= latitude <= 84.0 and -180.0 <= longitude <= 180.0):
        return None, f"datum {latitude:g}, {longitude:g} is outside -80..84, -180..180; no LAT and LONG are posted"
    return (latitude, longitude), ""
