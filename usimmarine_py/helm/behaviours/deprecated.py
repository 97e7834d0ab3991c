"""What deprecated kinds have in common: they play only where a block says that this is known."""

from __future__ import annotations

from typing import ClassVar

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import truth

_KNOWN = "i_understand_this_behavior_is_deprecated"


class Deprecated(Behavior):
    """A kind with which MOOS-IvP's present helm is MALCONFIG, unless its block says that this is known."""

    successor: ClassVar[tuple[str, ...]]  #: what the original says of it, and of what to use instead

    i_understand_this_behavior_is_deprecated: bool = truth(
        False, what="Without it the helm is MALCONFIG, as that of MOOS-IvP."
    )

    def refused(self) -> tuple[str, ...]:
        if self.i_understand_this_behavior_is_deprecated:
            return ()
        return (*self.successor, f"Set {_KNOWN}=true", "to suppress this warning and use at your own risk.")
