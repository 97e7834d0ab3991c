"""``.alog`` files as of pLogger: writer, streaming reader, and a reader that follows a growing log."""

from usimmarine_py.logs.alog.reader import (
    AlogHeader,
    AlogRow,
    BinaryRef,
    Series,
    load_series,
    offsets,
    read_alog,
    read_header,
)
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
    "offsets",
    "read_alog",
    "read_header",
]
