"""The variables of the database: how many there may be, how many bytes, and which ones make room."""

from __future__ import annotations

import math
from collections.abc import Mapping

from usimmarine_py.wire.codec import NOT_SET
from usimmarine_py.wire.limits import (
    MAX_STORED_BYTES,
    MAX_STORED_OF_CLIENT,
    MAX_VARIABLE_NAME_LENGTH,
    MAX_VARIABLES,
    MAX_VARIABLES_OF_CLIENT,
    SEARCH_PAUSE_MOOS,
)
from usimmarine_py.wire.variables import Client, StoredVariable

#: Shown as the writer of the database's own variables before they are written, in any community.
FIRST_WRITER = "MOOSDB#1"


class NoSpace(Exception):
    """A post or registration for which there is no room; the text says why, one line."""


class Store:
    """All variables by name.

    No client alone can fill it: what one client makes and stores is limited. When it is full, variables are removed
    that no client reads and whose writer has left.

    Args:
        own: variables of the database itself with their types; never removed, of constant type.
        start: database time of the start, MOOS s.
    """

    def __init__(self, own: Mapping[str, bytes], start: float) -> None:
        self._own = own
        self.variables = {key: StoredVariable(key, data_type, FIRST_WRITER, start) for key, data_type in own.items()}
        self.bytes = 0  #: of all values together
        self._names: list[str] = []
        self._sorted = False
        self._abandoned: list[StoredVariable] = []
        self._searched = -math.inf

    def names(self) -> list[str]:
        """All names in alphabetical order; a new list."""
        if not self._sorted:
            self._names = sorted(self.variables)
            self._sorted = True
        return self._names.copy()

    def in_order(self) -> list[StoredVariable]:
        """All variables in alphabetical order."""
        return [self.variables[name] for name in self.names()]

    def find(self, key: str, client: Client, now: float) -> StoredVariable:
        """Return the variable of a name, made for ``client`` if it is new. Raises ``NoSpace``."""
        variable = self.variables.get(key)
        if variable is not None:
            return variable
        if not key:
            raise NoSpace("a variable without a name, ignored")
        if len(key) > MAX_VARIABLE_NAME_LENGTH:
            raise NoSpace(f"a variable name longer than {MAX_VARIABLE_NAME_LENGTH} characters, ignored")
        if client.created >= MAX_VARIABLES_OF_CLIENT:
            raise NoSpace(
                f"more than {MAX_VARIABLES_OF_CLIENT} names of variables by one client, ignored; use fewer names"
            )
        if len(self.variables) >= MAX_VARIABLES and not self._remove_one(now):
            raise NoSpace(f"a new name, ignored: there are {MAX_VARIABLES} variables already, all in use")
        variable = self.variables[key] = StoredVariable(key)
        variable.creator = client
        client.created += 1
        self._sorted = False
        return variable

    def charge(self, variable: StoredVariable, client: Client | None, size: int, now: float) -> None:
        """Count the bytes of a value that ``client`` (None: the database itself) writes. Raises ``NoSpace``."""
        before = variable.writer
        growth = size - variable.size
        if client is not None:
            own = growth if before is client else size
            if own > 0 and client.stored + own > MAX_STORED_OF_CLIENT:
                raise NoSpace(f"post dropped, the values of one client exceed {MAX_STORED_OF_CLIENT} bytes")
            while growth > 0 and self.bytes + growth > MAX_STORED_BYTES:
                if not self._remove_one(now, other_than=variable):
                    raise NoSpace(f"post dropped, all values together exceed {MAX_STORED_BYTES} bytes")
        if before is not None:
            before.stored -= variable.size
        if client is not None:
            client.stored += size
        self.bytes += growth
        variable.writer = client

    def clear(self) -> None:
        """Forget all values, and the names that no client reads; subscriptions stay.

        The database's own variables keep their type, or a client could take DB_TIME away from all others.
        """
        for variable in list(self.variables.values()):
            if variable.key not in self._own and not variable.is_read:
                self._remove(variable)
                continue
            if variable.writer is not None:
                variable.writer.stored -= variable.size
            variable.clear(self._own.get(variable.key, NOT_SET))
            variable.writer = None
        self.bytes = 0
        self._abandoned.clear()
        self._searched = -math.inf

    def _remove_one(self, now: float, other_than: StoredVariable | None = None) -> bool:
        """Remove a variable that no client reads and whose writer has left; False if there is none."""
        for search in (False, True):
            if search:
                if 0.0 <= now - self._searched < SEARCH_PAUSE_MOOS:
                    return False
                self._searched = now
                found = [one for one in self.variables.values() if one.is_abandoned and one.key not in self._own]
                self._abandoned = found[::-1]  # the oldest last
            while self._abandoned:
                variable = self._abandoned.pop()
                if variable.is_abandoned and not variable.removed and variable is not other_than:
                    self._remove(variable)
                    return True
        return False

    def _remove(self, variable: StoredVariable) -> None:
        del self.variables[variable.key]
        variable.removed = True  # for those that still hold it
        self.bytes -= variable.size
        if variable.writer is not None:
            variable.writer.stored -= variable.size
        if variable.creator is not None:
            variable.creator.created -= 1
        self._sorted = False
