"""The record of one behaviour's life."""

from __future__ import annotations

IDLE, RUNNING, ACTIVE, COMPLETED, DISABLED = "idle", "running", "active", "completed", "disabled"


class Life:
    """What changes in the life of one behaviour; times in s."""

    def __init__(self) -> None:
        self.state: str | None = None  #: None before the first iteration
        self.present = RUNNING  #: the state that applies in this iteration, when it begins
        self.entered = 0.0  #: when it came into its state
        self.completed = self.failed = self.disabled = False
        self.expunged = False  #: ended by mail
        self.spawned = False  #: made at run time
        self.flags_due = True  #: config flags are to be posted
        self.good_updates = self.all_updates = 0
        self.last_update = ""
        self.started: float | None = None  #: when the duration began
        self.reset_received: float | None = None
        self.reset_pending = False
        self.run_time = self.idle_time = 0.0  #: since the duration began, or was begun anew
        self.last_step: float | None = None
        self.counted: float | None = None  #: up to when they are counted
