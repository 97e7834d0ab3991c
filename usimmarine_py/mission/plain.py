"""Read a file that the user gave as a mission file and that may be a pipe or device."""

from __future__ import annotations

import errno
import os
from stat import S_ISDIR, S_ISREG

#: Files opened by the shell: ``usim check <(...)``.
_HANDED_OVER = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


def read_plain(path: str) -> bytes:
    """Read the bytes of a file. Also raises ``OSError`` for a pipe or a device, where reading may never end."""
    mode = os.stat(path).st_mode  # noqa: PTH116  # a start need not wait for pathlib
    if not (S_ISREG(mode) or S_ISDIR(mode) or path.startswith(_HANDED_OVER)):
        raise OSError(errno.EINVAL, "a pipe or a device, not a regular file")
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()
