"""What clients of a MOOSDB have subscribed to: variables and patterns, within limits (laws/wire 7)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from usimmarine_py.wire.limits import MAX_PATTERN_COST, MAX_PATTERNS, MAX_SUBSCRIPTIONS, MAX_VARIABLE_NAME_LENGTH
from usimmarine_py.wire.patterns import Wildcard
from usimmarine_py.wire.store import Store
from usimmarine_py.wire.variables import Client, StoredVariable

#: Looks at a variable, or matches of a simple pattern, that are made at a time, some milliseconds.
MOST_WORK = 1000


class Subscriptions:
    """The subscriptions of all clients. ``refuse`` is called with a client, a variable, a reason and the time (s)."""

    def __init__(self, store: Store, refuse: Callable[[Client, str, str, float], None]) -> None:
        self._store, self._refuse = store, refuse
        self._count = 0
        self._leaving: deque[Client] = deque()  #: with subscriptions that are not removed yet
        self.pattern_cost = 0  #: of a match of all patterns with a new name

    def leave(self, client: Client) -> None:
        """Remove the patterns of a client that has left, and a portion of its subscriptions; ``tidy`` removes more."""
        self.pattern_cost -= sum(wildcard.cost for wildcard in client.patterns)
        self._leaving.append(client)
        self.tidy()

    def tidy(self) -> bool:
        """Remove a portion of the subscriptions of clients that have left; True if there are more."""
        count = 0
        while self._leaving and count < MOST_WORK:
            client = self._leaving[0]
            while client.subscribed and count < MOST_WORK:
                self._store.variables[client.subscribed.pop()].unsubscribe(client)
                self._count -= 1
                count += 1
            client.release()
            if not client.subscribed:
                self._leaving.popleft()
        return bool(self._leaving)

    def subscribe(self, client: Client, variable: StoredVariable, interval: float, now: float) -> bool:
        """Subscribe a client; False if there are too many subscriptions."""
        if variable.key not in client.subscribed:
            if self._count >= MAX_SUBSCRIPTIONS:
                self._refuse(client, variable.key, f"not subscribed: there are {MAX_SUBSCRIPTIONS} subscriptions", now)
                return False
            self._count += 1
            client.subscribed.add(variable.key)
        subscription = variable.subscribe(client, interval)
        if subscription is not None and variable.writes:
            subscription.last = now
        return True

    def unsubscribe(self, client: Client, key: str) -> None:
        """Remove a subscription of a client, if there is one."""
        if key in client.subscribed:
            self._store.variables[key].unsubscribe(client)
            client.subscribed.discard(key)
            self._count -= 1

    def keep_pattern(self, client: Client, wildcard: Wildcard, now: float) -> bool:
        """Keep the pair of patterns for variables that are new later; False if it is refused."""
        if max(len(wildcard.sources), len(wildcard.variables)) > MAX_VARIABLE_NAME_LENGTH:
            self._refuse(client, "", f"a pattern longer than {MAX_VARIABLE_NAME_LENGTH} characters, ignored", now)
        elif any(w[:2] == wildcard[:2] for w in client.patterns):
            return True
        elif len(client.patterns) >= MAX_PATTERNS:
            self._refuse(client, "", f"more than {MAX_PATTERNS} wildcard registrations, ignored", now)
        elif self.pattern_cost + wildcard.cost > MAX_PATTERN_COST:
            self._refuse(client, "", "a wildcard registration, ignored: those of all clients take too much time", now)
        else:
            client.patterns.append(wildcard)
            self.pattern_cost += wildcard.cost
            return True
        return False

    def matching(self, wildcard: Wildcard, work: int) -> Iterator[StoredVariable | None]:
        """Yield the variables that match, for each of which there is so much ``work``, and None after each portion."""
        done = 0
        for key in self._store.names():
            variable = self._store.variables.get(key)
            if variable is not None and wildcard.matches(key, variable.src if variable.writes else ""):
                done += work
                yield variable
            done += wildcard.cost
            if done >= MOST_WORK:
                done = 0
                yield None
