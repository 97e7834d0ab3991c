"""usim steps: the thesis's step-size study, and what it says of solvers that diverge."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import REFERENCE
from usimmarine_py.cli.usim import entry
from usimmarine_py.errors import ConfigError
from usimmarine_py.trials.step_study import parse_steps, study

SCENARIOS = REFERENCE / "scenarios.toml"


@pytest.mark.timeout(120)
@pytest.mark.slow
def test_errors_are_those_of_the_specification() -> None:
    """The table of laws/solvers 3, jolner_fig45 over 60 s (here 100 s): Euler 0.02 1.2e-1; RK4 0.1 1.2e-5; DP5 0.1
    3.5e-7 m.
    """
    result = study(SCENARIOS, "jolner_fig45", "rk4", (0.1, 0.05, 0.02))
    found = {(r.solver, r.step): r.error for r in result.runs}
    assert found["euler", 0.02] == pytest.approx(1.2e-1, rel=0.2)
    assert found["euler", 0.05] == float("inf")  # diverges
    assert found["rk4", 0.1] == pytest.approx(1.2e-5, rel=0.2)
    assert found["rk4", 0.05] == pytest.approx(7.6e-7, rel=0.2)
    assert found["dp5", 0.1] == pytest.approx(3.5e-7, rel=0.4)
    assert "diverges" in result.table()


def test_the_command_draws_a_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    figure = tmp_path / "steps.png"
    code = entry(["steps", str(SCENARIOS), "--id", "mssjl_constant_tau", "--steps", "0.5,0.25", "-o", str(figure)])
    assert code == 0
    assert figure.read_bytes()[:4] == b"\x89PNG"
    assert "0.25" in capsys.readouterr().out
    assert entry(["steps", str(SCENARIOS), "--id", "mssjl_constant_tau", "-o", str(tmp_path / "steps.txt")]) == 2


def test_wrong_steps() -> None:
    with pytest.raises(ConfigError, match="numbers separated by commas"):
        parse_steps("fast")
    with pytest.raises(ConfigError, match="between 0 and 10"):
        parse_steps("0.1,0")
