"""Beaufort numbers and sea states (laws/environment 6; S004 tables 2.4 and 3.2, laws/errata E24)."""

from __future__ import annotations

from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class BeaufortRow:
    """One row of the table; ``wind`` and ``height`` are (low, high)."""

    number: int
    wind: tuple[float, float]  #: m/s
    height: tuple[float, float]  #: m, significant wave height
    omega: float  #: rad/s, peak frequency as printed; 0 where none


TABLE = (
    BeaufortRow(0, (0.0, 0.3), (0.0, 0.0), 0.0),
    BeaufortRow(1, (0.3, 1.5), (0.0, 0.2), 1.9858),
    BeaufortRow(2, (1.6, 3.3), (0.2, 0.5), 1.2559),
    BeaufortRow(3, (3.4, 5.4), (0.5, 1.0), 0.8881),
    BeaufortRow(4, (5.5, 7.9), (1.0, 2.0), 0.6280),
    BeaufortRow(5, (8.0, 10.7), (2.0, 3.0), 0.5127),
    BeaufortRow(6, (10.8, 13.8), (3.0, 4.0), 0.4440),
    BeaufortRow(7, (13.9, 17.1), (4.0, 5.5), 0.3787),
    BeaufortRow(8, (17.2, 20.7), (5.5, 7.5), 0.3243),
    BeaufortRow(9, (20.8, 24.4), (7.0, 10.0), 0.2808),
    BeaufortRow(10, (24.5, 28.4), (9.0, 12.5), 0.2512),
    BeaufortRow(11, (28.5, 32.6), (11.5, 16.0), 0.2293),
    BeaufortRow(12, (32.7, 34.0), (14.0, 16.0), 0.2220),
)
#: m, upper significant height of the WMO sea states 0 to 9 (code table 3700); 9 has no upper end [choice: 16 m].
SEA_STATE_HEIGHT = (0.0, 0.1, 0.5, 1.25, 2.5, 4.0, 6.0, 9.0, 14.0, 16.0)
#: m/s taken for Beaufort 12, which has no upper end [choice].
HURRICANE = 34.0
#: s2/m, Hs of a fully developed sea over the square of its wind at 19.5 m (laws/environment 6.1).
DEVELOPED = 0.0206


#: How the height of a sea follows from a Beaufort number: what the wind develops, or the middle of the table's range.
SEAS = ("developed", "table")


def beaufort(number: int, sea: str = "developed") -> tuple[float, float]:
    """Return the wind speed (m/s) in the middle of the range, and the height Hs (m) of the sea.

    ``developed``: that of Pierson and Moskowitz, with the wind at 19.5 m, and at most the row's upper one; ``table``:
    the middle of the row's heights (S004 table 2.4). Its peak frequency is that of ``kernels.waves.peak_frequency``.
    """
    if not 0 <= number < len(TABLE):
        raise ValueError("a Beaufort number is 0 to 12")
    row = TABLE[number]
    wind = HURRICANE if number == 12 else 0.5 * (row.wind[0] + row.wind[1])
    if sea == "table":
        return wind, 0.5 * (row.height[0] + row.height[1])
    return wind, min(DEVELOPED * wind * wind, row.height[1])


def beaufort_of(wind_speed: float) -> int:
    """Return the Beaufort number of a wind speed in m/s."""
    number = 0
    for row in TABLE[1:]:
        # ranges are printed to 0.1 m/s: the boundary between two rows is the lower row's end plus 0.05
        if wind_speed >= row.wind[0] - (0.05 if row.number > 1 else 0.0):
            number = row.number
    return number
