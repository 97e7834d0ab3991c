"""uTimerScript blocks: parser and a pure, seeded player, the same live and offline."""

from usimmarine_py.script.config import ScriptConfig, read_config
from usimmarine_py.script.player import TimerScript

__all__ = ["ScriptConfig", "TimerScript", "read_config"]
