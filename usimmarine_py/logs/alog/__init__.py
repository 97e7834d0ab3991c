"""``.alog`` files as pLogger writes them: writer and streaming reader."""

from usimmarine_py.logs.alog.reader import AlogHeader, AlogRow, BinaryRef, Series, load_series, read_alog, read_header
from usimmarine_py.logs.alog.tail import AlogTail
from usimmarine_py.logs.alog.writer import AlogWriter

__all__ = [
    "AlogHeader",
    "AlogRow",
    "AlogTail",
    "AlogWriter",
    "BinaryRef",
    "Series",
    "load_series",
    "read_alog",
    "read_header",
]
