"""What uHelmScope shows: what the helm decides, its behaviours by state, variables, and what behaviours post."""

from __future__ import annotations

from collections.abc import Iterator

from usimmarine_py.cli.community.keys.helm.tables import HELP, mode_tree, printable_but_colours, table_lines
from usimmarine_py.cli.community.keys.xms_view import plain
from usimmarine_py.errors import printable
from usimmarine_py.logs.tools.reports.helm import Lives, parts_of
from usimmarine_py.text import atof, compact_number, strict_boolean
from usimmarine_py.values import Message
from usimmarine_py.values.frozen import dataclass, field

#: What is read of every helm.
HELM_MAIL = (
    "IVPHELM_STATE", "IVPHELM_SUMMARY", "IVPHELM_DOMAIN", "IVPHELM_MODESET", "IVPHELM_STATEVARS", "IVPHELM_LIFE_EVENT",
)  # fmt: skip
#: Blank lines before a report, and before a page of another kind.
_LEAD, _SHORT_LEAD = "\n" * 15, "\n" * 10
_RESUME = f"{'':60}\nHit 'r' to resume outputs, or SPACEBAR for a single update  \n"
_STATES = {
    "Spawnable": "spawnable_bhvs", "Active": "active_bhvs", "Running": "running_bhvs", "Disabled": "disabled_bhvs",
    "Idle": "idle_bhvs", "Completed": "completed_bhvs",
}  # fmt: skip
#: Characters of the columns of variables, of posts and of warnings where they are cut, and of the last ones' rule.
_SCOPE_CUT, _POSTS_CUT, _WARNINGS_CUT = (18, 12, 0, 10, 35), (14, 16, 0, 40), (0, 0, 45)
_PAGES = {"d": "normal", "w": "warnings", "l": "life", "m": "modes", "h": "help"}


@dataclass(slots=True)
class HelmView:
    """The state of a scope onto a helm; times MOOS s."""

    paused: bool = True
    throttled: bool = True
    page: str = "normal"
    concise: bool = False  #: whether idle and completed behaviours share a line
    virgins: bool = True
    scope: bool = True  #: whether variables are shown
    posts: bool = True  #: whether the posts of behaviours are shown
    cut: bool = True
    started: float = 0.0  #: of the MOOSDB
    community: str = ""
    state: str = ""  #: of the helm
    due: bool = True
    reports: int = 0
    values: dict[str, Message | None] = field(default_factory=dict)  #: variables that are shown
    _said: dict[str, str] = field(default_factory=dict)  #: what holds of the reports of the helm
    _decision: list[str] = field(default_factory=list)
    _domain: str = ""
    _modes: str = ""
    _lives: Lives = field(default_factory=Lives)
    _posted: dict[tuple[str, str], Message] = field(default_factory=dict)  #: by behaviour and variable

    # -- settings

    def take_setting(self, name: str, value: str) -> bool:
        """Take a key of the block; False for one that is none or has a bad value."""
        names = {
            "paused": "paused", "display_moos_scope": "scope", "display_bhv_posts": "posts",
            "display_virgins": "virgins", "truncated_output": "cut", "behaviors_concise": "concise",
        }  # fmt: skip
        if name == "var":
            self.add(value)
            return True
        truth = strict_boolean(value.lower())
        if name not in names or truth is None:
            return False
        setattr(self, names[name], truth)
        return True

    def add(self, names: str) -> None:
        """Show variables, between commas."""
        for name in (one.strip() for one in names.split(",")):
            if name and not any(sign.isspace() for sign in name) and "uHelmScope" not in name:
                self.values.setdefault(name, None)

    def key(self, key: str) -> None:
        """Take a key of the keyboard."""
        self.due = True
        if key in (" ", "r", "R"):
            self.paused, self.throttled = key == " ", key != "R"
            if self.page in ("help", "modes"):
                self.page = "normal"
        elif key.lower() in _PAGES:
            self.page = _PAGES[key.lower()]
        elif key.lower() == "b":
            self.concise = not self.concise
        elif key in ("`", "t"):
            self.cut = not self.cut
        elif key.lower() == "v":
            self.virgins = not self.virgins
        elif key == "#":
            self.scope = not self.scope
        elif key == "@":
            self.posts = not self.posts

    # -- mail

    def take(self, message: Message) -> None:
        """Take a message in."""
        name, text = message.variable, message.value if isinstance(message.value, str) else ""
        if name in self.values:
            self.values[name] = message
        iteration, colon, behavior = message.source_aux.partition(":")
        if colon and iteration.isdecimal():
            self._posted[behavior, name] = message
        if name == "IVPHELM_SUMMARY":
            self._take_summary(text)
        elif name == "IVPHELM_STATE" and text and text != self.state:
            self.state, self.due = text, True
        elif name == "IVPHELM_DOMAIN":
            self._domain = text
        elif name == "IVPHELM_MODESET":
            self._modes = text
        elif name == "IVPHELM_STATEVARS":
            self.add(text)
        elif name == "IVPHELM_LIFE_EVENT":
            self._lives.take(text)

    def _take_summary(self, text: str) -> None:
        decided = []
        for part in parts_of(text):
            key, _, value = part.partition("=")
            if key == "var":
                decided.append(value)
            else:
                self._said[key] = value
        self._decision = decided or self._decision

    # -- the reports

    def report(self) -> str:
        """Return the lines of the report, and note that none is due."""
        self.due, self.reports = False, self.reports + 1
        if self.page == "help":
            return HELP + _RESUME
        if self.page == "modes":
            rule = f"{'-' * 46} \n"
            tree = "".join(f"{line}\n" for line in mode_tree(self._modes))
            modes = printable(self._said.get("modes", ""))
            return f"{_SHORT_LEAD}ModeSet Hierarchy: \n{rule}{tree}{rule}CURENT MODE(S): {modes}\n{_RESUME}"
        if self.page == "life":
            return "\n".join([_SHORT_LEAD, *map(printable_but_colours, self._lives.report(colours=True)), _RESUME])[1:]
        colour = "7;31mPAUSED" if self.paused else "7;32mSTREAMING"
        head = f"{_LEAD}\x1b[7;34m({printable(self.community)})\x1b[0m\x1b[{colour.replace('m', 'm(', 1)})\x1b[0m"
        if self.page == "warnings":
            rows = [("Behavior", "Iter", "Value"), *self._warned()]
            return f"{head}{'=' * 15}   uHelmScope Report (Warnings) ============= ({self.reports})\n" + "".join(
                f"{line}\n" for line in table_lines(rows, _WARNINGS_CUT, short=self.cut, gap="   ")
            )
        red = self.state.endswith("+")
        state = f"\x1b[{31 if red else 32}m{printable(self.state)} \x1b[0m"
        head += f"{'=' * 11}   uHelmScope Report  ============= {state}"
        return "\n".join([f"{head}({self.reports})", *self._summary(), "\n", *self._variables(), *self._posts()]) + "\n"

    def _summary(self) -> Iterator[str]:
        said = self._said
        taken = {name: f"{atof(said.get(f'{name}_time', '')):.2f}   (max={atof(said.get(f'max_{name}_time', '')):.2f})"
                 for name in ("solve", "create", "loop")}  # fmt: skip
        yield f"  Helm Iteration:  {printable(said.get('iter', '0'))}"
        yield f"  IvP Functions:   {printable(said.get('ofnum', '0'))}"
        yield f"  Pieces (Formed): {printable(said.get('total_pcs_formed', '0'))}"
        yield f"  Pieces (Cached): {printable(said.get('total_pcs_cached', '0'))}"
        yield f"  Mode(s):         {printable(said.get('modes', ''))}"
        yield f"  SolveTime:   {taken['solve']}"
        yield f"  CreateTime:  {taken['create']}"
        yield f"  LoopTime:    {taken['loop']}"
        halted, warned = said.get("halted", "false"), said.get("warnings", "0")
        yield f"  Halted:         {printable(halted)}   ({printable(warned)} warnings)"
        yield f"  Active Goal:    {printable(said.get('active_goal', 'false'))}"
        axes = " ".join(f"[{axis}]" for axis in self._domain.split(":"))
        yield f"Helm Decision: {printable(axes)}"
        for one in self._decision:
            name, _, value = one.partition(":")
            yield f"  {printable(name)} = {printable(value)}"
        for state, key in _STATES.items():
            entries = [one for one in said.get(key, "").split(":") if one and one != "none"]
            dashes = "-" * {"Active": 10, "Idle": 12, "Completed": 7}.get(state, 9)
            yield f"Behaviors {state}: {dashes} ({len(entries)})"
            gap = "" if self.concise and state in ("Idle", "Completed") else " "
            shown = [printable(self._entry(one, gap)) for one in entries]
            if gap:
                yield from (f"  {one}" for one in shown)
            elif shown:
                yield f"  {', '.join(shown)}"

    def _entry(self, entry: str, gap: str) -> str:
        """Return ``NAME [AGE]``, of an active behaviour its weight, pieces, CPU time and updates, too."""
        name, since, *rest = [*entry.split("$"), ""]
        age = atof(self._said.get("utc_time", "")) - atof(since)
        text = f"{name}{gap}[{f'{age:.2f}' if atof(since) > 0 else 'always'}]"
        if len(rest) < 5:
            return text
        weight, pieces, seconds, updates = rest[:4]
        amounts = (compact_number(atof(weight), 6), pieces, compact_number(round(atof(seconds), 2), 6), updates)
        return text + "".join(f" ({n}={v})" for n, v in zip(("pwt", "pcs", "cpu", "upd"), amounts, strict=True))

    def _variables(self) -> Iterator[str]:
        yield f"#  MOOSDB-SCOPE {'-' * 36} (Hit '#' to en/disable)"
        if not self.scope:
            return
        rows = [("VarName", "Source", "Time", "Commty", "VarValue")]
        for name, message in sorted(self.values.items()):
            if message is not None:
                when = f"{message.time - self.started:.2f}"
                rows.append((name, message.source, when, message.community, self._value(message, quoted=True)))
            elif self.virgins:
                rows.append((name, "n/a", "n/a", "", "n/a"))
        yield from ("#", *(f"#  {line}" for line in table_lines(rows, _SCOPE_CUT, short=self.cut, right=2)), "\n")

    def _posts(self) -> Iterator[str]:
        yield f"@  BEHAVIOR-POSTS TO MOOSDB {'-' * 23} (Hit '@' to en/disable)"
        if not self.posts:
            return
        rows, breaks, last = [("MOOS Var", "Behavior", "Iter", "Value")], [], ""
        for (behavior, name), message in sorted(self._posted.items(), key=lambda one: one[0]):
            if last and behavior != last:
                breaks.append(len(rows))
            last = behavior
            rows.append((name, behavior, message.source_aux.partition(":")[0], self._value(message)))
        lines = table_lines(rows, _POSTS_CUT, short=self.cut, right=2, breaks=breaks)
        yield from ("@", *(f"@  {line}" for line in lines))

    def _warned(self) -> Iterator[tuple[str, str, str]]:
        for (behavior, name), message in sorted(self._posted.items(), key=lambda one: one[0]):
            if name in ("BHV_WARNING", "BHV_ERROR"):
                yield behavior, message.source_aux.partition(":")[0], self._value(message)

    @staticmethod
    def _value(message: Message, *, quoted: bool = False) -> str:
        if not isinstance(message.value, str):
            return compact_number(message.value) if isinstance(message.value, float) else plain(message)
        return f'"{message.value}"' if quoted else message.value
