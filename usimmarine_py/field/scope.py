"""uFldScope: a table of what reports of vehicles say, a row for each vehicle (shore)."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity, field_table, idle, special
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.ledger import in_bytes
from usimmarine_py.texts.pairs import fields_of, pieces
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message
from usimmarine_py.values.rows import Row

_KEY_HEAD = "VName"


@dataclass(frozen=True, slots=True)
class ScopeColumn:
    """A column: of which variable, which field of its texts names the row, which one is shown, under which head."""

    variable: str
    key: str
    shown: str
    head: str


@dataclass(slots=True)
class ScopeOptions:
    """What the block says."""

    columns: list[ScopeColumn] = field(default_factory=list)


def _column(options: ScopeOptions, value: str) -> Finding | None:
    found = fields_of(value)
    variable, shown = found.get("var", ""), found.get("fld", "")
    if not variable or not shown:
        return Finding("needs var= and fld=, such as var=NODE_REPORT,key=NAME,fld=MODE: the line is left out")
    options.columns.append(ScopeColumn(variable, found.get("key", ""), shown, found.get("alias", "") or shown))
    return None


#: The keys of its block.
KEYS = field_table(
    ScopeOptions,
    special(
        "scope", "list", _column, "A column: var=VARIABLE, key=FIELD that names the vehicle, fld=FIELD that is shown, "
        "alias=HEAD of the column. Fields are as the report spells them.", repeatable=True,
        example="var=NODE_REPORT, key=NAME, fld=MODE, alias=mode",
    ),
    idle("layout", "Columns to choose from, which the original never applies", repeatable=True),
    file_order=True,
)  # fmt: skip


class FieldScopeApp(FieldApp):
    """Keeps the latest text of each variable and vehicle, and shows its fields in its report.

    As in the original, the last ``key`` of a variable counts for all of its columns, a text without the field ``key``
    is in the row without a name, and a field that the latest text lacks is empty.
    """

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldScope") -> None:
        super().__init__(lines, home, name)
        self.options = ScopeOptions()
        self.read_block(lines, self.options)
        self._keys = {column.variable: column.key for column in self.options.columns}
        self._latest: dict[tuple[str, str], str] = {}  #: texts by variable and vehicle
        self._vehicles: set[str] = set()

    def on_connect_subscriptions(self) -> Sequence[str]:
        """The variables of its columns."""
        return sorted(self._keys)

    def on_mail(self, mail: list[Message]) -> Sequence[Row]:
        """Keep the texts."""
        for message in mail:
            key = self._keys.get(message.variable, "")
            # as in the original, a number says nothing of a vehicle
            if not key or not isinstance(message.value, str) or (text := self.text(message)) is None or not text:
                continue
            vehicle = field_of(text, key)
            if vehicle not in self._vehicles and len(self._vehicles) >= MOST_VEHICLES:
                self.refuse(message, f"there are {MOST_VEHICLES} vehicles already")
                continue
            self._vehicles.add(vehicle)
            self._latest[message.variable, vehicle] = text
        return ()

    def report(self) -> str:
        """The table, as the original's report."""
        rows = [[_KEY_HEAD, *(column.head for column in self.options.columns)]]
        for vehicle in sorted(self._vehicles, key=in_bytes):
            texts = (self._latest.get((column.variable, vehicle), "") for column in self.options.columns)
            cells = (field_of(text, one.shown) for text, one in zip(texts, self.options.columns, strict=True))
            rows.append([vehicle, *cells])
        return "\n".join(in_columns(rows)) + "\n"


def field_of(text: str, name: str) -> str:
    """Return a field of ``a=1,b=2``, with case; empty for none, and behind a part that is no ``name=value``."""
    for part in pieces(text):
        words = part.split("=")
        if len(words) != 2:
            return ""
        if words[0].strip() == name:
            return words[1].strip()
    return ""
