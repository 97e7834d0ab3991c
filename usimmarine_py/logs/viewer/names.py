"""Names in mail that readers of logs and live pages look for. Needs no arrays."""

#: Prefixes in order of preference: that of navigation, then the simulator's default.
PREFIXES = ("NAV", "USM")
WIND_CONDITIONS = "WIND_CONDITIONS"
#: Mail that changes the weather.
WEATHER = "USM_WEATHER"
