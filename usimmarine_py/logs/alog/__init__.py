"""``.alog`` files as pLogger writes them: writer, streaming reader, and a recorder for any MOOSDB."""

from usimmarine_py.apps.logger import LogRecorder
from usimmarine_py.logs.alog.reader import AlogHeader, AlogRow, BinaryRef, Series, load_series, read_alog, read_header
from usimmarine_py.logs.alog.tail import AlogTail
from usimmarine_py.logs.alog.writer import AlogWriter

__all__ = [
    "AlogHeader",
    "AlogRow",
    "AlogTail",
    "AlogWriter",
    "BinaryRef",
    "LogRecorder",
    "Series",
    "load_series",
    "read_alog",
    "read_header",
]
