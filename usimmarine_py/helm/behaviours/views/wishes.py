"""What behaviours that draw the decision share: the last one, with warnings while there is none."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior

_NAMES = ("DESIRED_HEADING", "DESIRED_SPEED")


class DecisionView(Behavior):
    """Draws something about the last decision."""

    variables = ("NAV_X", "NAV_Y", "NAV_HEADING", *_NAMES)

    def decided(self) -> bool:
        """Whether there is a decision; warns about what is missing."""
        missing = [name for name in _NAMES if name not in self.buffer.numbers]
        for name in missing:
            self.warn(f"{name} dbl info not found in helm info_buffer")
        return not missing
