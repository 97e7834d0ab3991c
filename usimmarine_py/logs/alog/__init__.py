"""``.alog`` files as pLogger writes them: writer, streaming reader, and one that follows a log while it grows."""

from usimmarine_py.logs.alog.reader import AlogHeader, AlogRow, BinaryRef, Series, load_series, read_alog, read_header
from usimmarine_py.logs.alog.tail import AlogTail
from usimmarine_py.logs.alog.writer import AlogDigest, AlogWriter

__all__ = [
    "AlogDigest",
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
