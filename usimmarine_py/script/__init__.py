"""uTimerScript blocks: parser and a pure, seeded player, the same live and offline."""

from usimmarine_py.script.config import ScriptConfig, read_config
from usimmarine_py.script.player import TimerScript
from usimmarine_py.script.report import report_text

__all__ = ["ScriptConfig", "TimerScript", "read_config", "report_text"]
