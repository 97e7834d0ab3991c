"""Tables of runs (CSV, Parquet) as logs that the alog tools read."""

from __future__ import annotations

from pathlib import Path

from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.runs import read_run
from usimmarine_py.values import Message

#: Endings of tables that are read.
TABLES = (".parquet", ".pq", ".csv", ".csv.gz")
#: Source of their rows.
SOURCE = "table"


def table_as_log(path: Path, folder: Path) -> Path:
    """Write the numbers of a table as an .alog of its name into a folder; return it. Raises as ``read_run`` does."""
    run = read_run(path)
    log = folder / f"{path.name.split('.')[0]}.alog"
    rows = [
        (float(time), name, float(value))
        for name, (times, values) in run.series.items()
        for time, value in zip(times, values, strict=True)
    ]
    rows.sort(key=lambda row: row[0])
    with AlogWriter(log, 0.0) as writer:
        for time, name, value in rows:
            writer.write(Message(name, value, time=time, source=SOURCE))
    return log
