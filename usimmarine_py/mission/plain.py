"""Read a file that the user gave as a mission file and that may be a pipe or device."""

from __future__ import annotations

import errno
import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from stat import S_ISDIR, S_ISREG

#: Files opened by the shell: ``usim check <(...)``.
_HANDED_OVER = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")

#: Texts that are read in place of files, by absolute path.
_texts: ContextVar[Mapping[str, bytes] | None] = ContextVar("texts", default=None)


@contextmanager
def in_place_of_files(texts: Mapping[str, bytes]) -> Iterator[None]:
    """Let these texts, by absolute path, be read in place of files, as an editor holds them before they are saved."""
    token = _texts.set(texts)
    try:
        yield
    finally:
        _texts.reset(token)


def read_plain(path: str) -> bytes:
    """Read the bytes of a file of text.

    Also raises ``OSError`` for a pipe or a device, where reading may never end, and for UTF-16.
    """
    if (texts := _texts.get()) is not None and (text := texts.get(os.path.abspath(path))) is not None:  # noqa: PTH100
        return text
    mode = os.stat(path).st_mode  # noqa: PTH116  # a start need not wait for pathlib
    if not (S_ISREG(mode) or S_ISDIR(mode) or path.startswith(_HANDED_OVER)):
        raise OSError(errno.EINVAL, "a pipe or a device, not a regular file")
    with open(path, "rb") as file:  # noqa: PTH123
        data = file.read()
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise OSError(errno.EINVAL, "UTF-16 text; save it as UTF-8")
    return data


def read_text(path: str) -> str:
    """Read a file of text in UTF-8, without its byte order mark. Raises ``OSError`` as ``read_plain`` does."""
    return read_plain(path).decode("utf-8", "replace").removeprefix("\ufeff")
