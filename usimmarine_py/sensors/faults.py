"""The effect of faults on a sensor's values. Their syntax is in ``values.faults``."""

from __future__ import annotations

from usimmarine_py.values.faults import Fault
from usimmarine_py.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class FaultEffect:
    """All faults of one sensor together."""

    dead: bool = False
    freeze: bool = False
    dropout: float = 0.0  #: fraction of samples lost
    changes: tuple[Fault, ...] = ()  #: bias, gain, noise, stuck; ``part`` filled in

    def apply(self, group: str, value: float, normal: float) -> float:
        """``value`` of a channel of ``group`` with gain, bias, noise (by ``normal``) and stuck applied."""
        fixed: float | None = None
        gain, added = 1.0, 0.0
        for fault in self.changes:
            if fault.part != group or fault.value is None:
                continue
            if fault.action == "gain":
                gain = fault.value
            elif fault.action == "bias":
                added += fault.value
            elif fault.action == "noise":
                added += fault.value * normal
            elif fault.action == "stuck":
                fixed = fault.value
        return gain * value + added if fixed is None else fixed


NO_EFFECT = FaultEffect()


def effect_on(name: str, main: str, faults: tuple[Fault, ...]) -> FaultEffect:
    """The effect of ``faults`` on the sensor ``name``, whose main channel group is ``main``.

    ``freeze``, ``dead`` and ``dropout`` apply to the whole sensor; the others to the group named by ``part``,
    else the main one.
    """
    own = [f for f in faults if f.target == name]
    if not own:
        return NO_EFFECT
    return FaultEffect(
        dead=any(f.action == "dead" for f in own),
        freeze=any(f.action == "freeze" for f in own),
        dropout=max((f.value or 0.0 for f in own if f.action == "dropout"), default=0.0),
        changes=tuple(
            Fault(f.target, f.action, f.value, f.part or main)
            for f in own
            if f.action in ("bias", "gain", "noise", "stuck")
        ),
    )
