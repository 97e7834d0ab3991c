"""uTimerScript blocks: parser and a pure, seeded player, the same live and offline."""

from usimmarine_py.script.config import ScriptConfig, read_config
from usimmarine_py.script.report import report_text
from usimmarine_py.script.timer_script import TimerScript

__all__ = ["ScriptConfig", "TimerScript", "read_config", "report_text"]
