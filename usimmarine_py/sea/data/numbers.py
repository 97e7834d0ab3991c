"""Numbers out of much text."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def numbers_of(text: bytes) -> NDArray[np.float64]:
    """The numbers of a text with blanks or line ends between them. Raises ``ValueError`` for anything else."""
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # numpy only warns of words that are no numbers
        try:
            return np.fromstring(text.decode("ascii"), np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            return np.array(text.split(), dtype=np.bytes_).astype(np.float64)
