"""Reading what a user calls a mission file, which may be none."""

from __future__ import annotations

import errno
import os
from stat import S_ISDIR, S_ISREG

#: What the shell opened for us: ``usim check <(...)``.
_HANDED_OVER = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


def read_plain(path: str) -> bytes:
    """The bytes of a file. Raises ``OSError``, too, where reading may never end: a pipe, a device."""
    mode = os.stat(path).st_mode  # noqa: PTH116  # a start need not wait for pathlib
    if not (S_ISREG(mode) or S_ISDIR(mode) or path.startswith(_HANDED_OVER)):
        raise OSError(errno.EINVAL, "a pipe or a device, no plain file")
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()
