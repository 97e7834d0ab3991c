"""The type of arrays of floats, in whatever shape a docstring gives."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
