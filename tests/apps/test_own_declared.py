"""What a class of one's own declares wrong is one line before anything plays."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from usimmarine_py import App, Parameter, run_mission
from usimmarine_py.apps.own.config import check_own
from usimmarine_py.apps.own.find import read_app
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import AppError, ConfigError
from usimmarine_py.mission import read_mission

MISSION = """ServerHost = localhost
ProcessConfig = usimmarine
{
  AppTick = 10
}
ProcessConfig = Mine
{
  gani = 2
  gain = fast
}
"""
GAIN = Parameter("gain", "number", "1", "Gain.")


async def later(self: App) -> None:
    """No method that can be called as it is."""


def by_and_by(self: App) -> Any:
    """A generator."""
    yield 1


@pytest.mark.parametrize(
    "attributes, said",
    [
        ({"subscriptions": "NAV_X"}, "Mine.subscriptions: must be a tuple, as in (\"NAV_X\",), found 'NAV_X'"),
        ({"subscriptions": None}, "must be a tuple of names, found None"),
        ({"subscriptions": (5,)}, "each must be a name without blanks, found 5"),
        ({"app_tick": 0}, "Mine.app_tick: must be a number of iterations per second above 0, found 0"),
        ({"app_tick": -1.0}, "above 0, found -1.0"),
        ({"app_tick": math.nan}, "above 0, found nan"),
        ({"app_tick": "fast"}, "above 0, found 'fast'"),
        ({"name": "a b"}, "Mine.name: must be a text without blanks, found 'a b'"),
        ({"name": 5}, "must be a text without blanks, found 5"),
        ({"parameters": GAIN}, "must be a tuple, as in (Parameter(...),)"),
        ({"parameters": (5,)}, "each must be a Parameter, found 5"),
        ({"parameters": (GAIN, GAIN)}, "a name comes once, in whatever case, found 'gain'"),
        ({"parameters": (Parameter("gain", "float", "1", "Gain."),)}, "its kind must be one of number, integer"),
        ({"parameters": (Parameter("gain", "number", 1, "Gain."),)}, "write '1', found 1"),  # type: ignore[arg-type]
        ({"iterate": later}, "Mine.iterate: must be a plain method: neither async nor with yield"),
        ({"on_mail": by_and_by}, "Mine.on_mail: must be a plain method"),
        ({"report": "text"}, "Mine.report: must be a method, found 'text'"),
    ],
)
def test_declarations(attributes: dict[str, Any], said: str) -> None:
    cls = type("Mine", (App,), attributes)
    with pytest.raises(ConfigError) as caught:
        read_app(cls).make()
    assert said in str(caught.value)
    with pytest.raises(ConfigError):
        read_app(cls()).make()


def test_methods(tmp_path: Path) -> None:
    """SystemExit is a failure, not a good end; binary is logged; a method that nobody calls is told of."""
    file = tmp_path / "mine.moos"
    file.write_text(MISSION.replace("gani = 2", "").replace("gain = fast", ""))

    def leave(self: App) -> None:
        raise SystemExit(0)

    def numbers(self: App) -> None:
        self.post("B", b"\x00\x01")
        self.post("A", 10**400)

    with pytest.raises(AppError, match=r"Mine.iterate failed: SystemExit: 0 \(test_own_declared.py:"):
        run_mission(file, apps=[type("Mine", (App,), {"iterate": leave, "__module__": __name__})], duration=5)
    with pytest.raises(AppError, match="the variable must be a name without blanks, found 'A B'"):
        run_mission(file, apps=[type("Mine", (App,), {"iterate": lambda self: self.post("A B", 1)})], duration=5)
    with pytest.raises(AppError, match="must give a text or a list of lines, found 5"):
        run_mission(file, apps=[type("Mine", (App,), {"report": lambda self: 5})], duration=5)
    log = run_mission(file, apps=[type("Mine", (App,), {"iterate": numbers})], duration=5)
    assert any("A was not posted: its value is not a finite number" in text for text in log.summary.run_warnings)
    log = run_mission(file, apps=[type("Mine", (App,), {"itterate": numbers})], duration=5)
    warnings = [*log.summary.config_warnings, *log.summary.run_warnings]
    assert any("Mine.itterate is never called" in text for text in warnings)


def test_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.moos").write_text(MISSION)
    Path("strange.py").write_text(
        "from usimmarine_py import App, Parameter\nclass Mine(App):\n"
        "    parameters = (Parameter('gain', 'number', '1', 'Gain.'),)\n    def itterate(self): pass\n"
    )
    found = [(d.line, d.severity.value) for d in check_own(read_mission("m.moos"), ["strange.py"])]
    assert found == [(8, "warning"), (9, "error"), (0, "warning")]
    assert entry(["check", "m.moos", "--app", "strange.py"]) == 2
    out = capsys.readouterr().out
    assert "m.moos:8" in out and "gani: unknown key of Mine: without effect; did you mean gain?" in out
    assert "m.moos:9" in out and "gain: must be a finite number, found 'fast'" in out
    assert "Mine.itterate is never called; did you mean iterate?" in out
    Path("leaves.py").write_text("raise SystemExit(0)\n")
    assert entry(["run", "m.moos", "--app", "leaves.py", "--duration", "1"]) == 2
    assert "leaves.py: cannot be loaded: SystemExit: 0 (leaves.py:1)" in capsys.readouterr().err
