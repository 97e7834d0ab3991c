"""BHV_Timer."""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.parameters import suffix, variable


class Timer(Behavior):
    """Posts how long it has been idle and running; it has no wish."""

    default_name = "bhv_timer"
    var_status_idle: str = variable("TIMER_IDLE", what="Variable for the idle time, s.")
    var_status_running: str = variable("TIMER_RUNNING", what="Variable for the running time, s.")
    status_suffix: str = suffix(what="Ending of both.")

    def ends(self) -> bool:
        return False

    def on_run(self) -> None:
        self._post_times()

    def on_idle(self) -> None:
        self._post_times()

    def _post_times(self) -> None:
        self.post(self.var_status_idle + self.status_suffix, self.life.idle_time)
        self.post(self.var_status_running + self.status_suffix, self.life.run_time)
