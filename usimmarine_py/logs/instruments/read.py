"""Any log of a trial as series by name: tables, .alog, MCAP, ArduPilot's .BIN and .tlog, bags of ROS 2."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.errors import ConfigError, NothingToDrawError, suggest_file
from usimmarine_py.logs.instruments.gathered import Gathered
from usimmarine_py.logs.instruments.table import read_table
from usimmarine_py.logs.runs import Series, read_run

_TABLES = (".csv", ".csv.gz", ".txt", ".tsv")
#: Endings of logs that are read.
ENDINGS = (".alog", *_TABLES, ".parquet", ".pq", ".mcap", ".bin", ".tlog", ".db3", ".bag")


def read_series(path: Path, time: str = "", unit: str = "", left_out: list[str] | None = None) -> dict[str, Series]:
    """Times (s) and values of every number of a log, by its name, in order of time.

    Names: of columns; of variables; ``GPS.Spd`` of a message and its field; ``/topic.field.field`` of a topic, and of
    a bag's odometry and commands those of MOOS. ``time`` and ``unit``: the column of the times of a table and what it
    holds (docs/fit.md). ``left_out`` gets a line for each sort of message, or bytes, that could not be read. Raises
    ``ConfigError`` for another kind of file, ``LogFileError`` for one that cannot be read, ``MissingExtraError`` where
    a package is missing.
    """
    if not path.exists():
        raise ConfigError("no such file or folder", file=str(path), suggestion=suggest_file(str(path)))
    name = path.name.lower()
    is_table = name.endswith(_TABLES)
    if time and not is_table:
        problem = f"time={time} is of tables of text ({', '.join(_TABLES)}); this log has times of its own, in seconds"
        raise ConfigError(problem, remedy="leave it out, or write the table as .csv", key="--map", file=str(path))
    gathered = Gathered()
    if path.is_dir() or name.endswith((".db3", ".bag")):
        from usimmarine_py.logs.instruments.odometry import states_in
        from usimmarine_py.logs.instruments.rosbag import read_bag

        found = read_bag(path, gathered)
        # an odometry knows no speed through the water
        found |= {name: one for name, one in states_in(found).items() if not name.endswith("_SPEED")}
    elif name.endswith((".bin", ".tlog")):
        from usimmarine_py.logs.instruments.ardupilot import read_ardupilot

        found = read_ardupilot(path, gathered)
    elif name.endswith(".mcap"):
        from usimmarine_py.logs.instruments.mcap import read_mcap

        found = read_mcap(path, gathered)
    elif name.endswith((".alog", ".parquet", ".pq")):
        found = dict(read_run(path).series)
    elif is_table:
        found = read_table(path, time, unit)
    else:
        raise ConfigError(f"is no log of a trial: give one of {', '.join(ENDINGS)}", file=str(path))
    if left_out is not None:
        left_out += gathered.left_out()
    if not found:
        raise NothingToDrawError(f"{path}: holds no numbers")
    return found
