"""``python -m usimmarine_py`` runs ``usim``, also if its script is not on PATH."""

import sys

from usimmarine_py.cli.start import usim

if __name__ == "__main__":
    sys.exit(usim())
