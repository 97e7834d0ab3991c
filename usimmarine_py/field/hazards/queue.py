"""Classifications on their way to a vehicle: one is sent at a time, by priority, in the order of requests."""

from __future__ import annotations

from usimmarine_py.field.hazards.hazard import Hazard
from usimmarine_py.values.frozen import dataclass, field, replace

#: By this share of a priority each request comes behind those before it.
_ORDER = 1e-6


@dataclass(frozen=True, slots=True)
class Classification:
    """An answer: the object with the type that the sensor found, and whether its aspect made that wrong."""

    hazard: Hazard
    priority: float
    spoilt: bool


@dataclass(slots=True)
class ClassifyQueue:
    """The answers that wait. The first is being sent: a higher priority does not pass it, ``push_top`` does."""

    _first: Classification | None = None
    _waiting: list[Classification] = field(default_factory=list)
    _taken: int = 0  #: requests ever

    def __len__(self) -> int:
        return len(self._waiting) + (self._first is not None)

    def push(self, answer: Classification) -> None:
        """Add an answer by its priority."""
        answer = replace(answer, priority=answer.priority - self._taken * _ORDER)
        if self._first is None:
            self._first = answer
        else:
            self._waiting.append(answer)
        self._taken += 1

    def push_top(self, answer: Classification) -> None:
        """Add an answer before all others."""
        if self._first is None:
            self.push(answer)
            return
        self._waiting.append(self._first)
        self._first = answer

    def pop(self) -> Classification | None:
        """Return the answer that is sent, and let the next one follow."""
        answer, self._first = self._first, None
        if self._waiting:
            best = max(range(len(self._waiting)), key=lambda at: self._waiting[at].priority)
            self._first = self._waiting.pop(best)
        return answer

    def clear(self) -> None:
        """Drop all."""
        self._first = None
        self._waiting.clear()
