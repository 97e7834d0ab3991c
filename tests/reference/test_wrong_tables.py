"""Tables that cannot be recomputed: the error says what is wrong, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tables.find import find_recipe
from usimmarine_py.errors import ConfigError
from usimmarine_py.logs.tables import read_csv


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [
        ("dynamics", "a\n1\n", "use rhs:VEHICLE"),
        ("kinematics", "a,b\n1,2\n", "needs"),
        ("kinematics", "", "is empty"),
        ("kinematics", "angle_deg\nnorth\n", ":2: angle_deg: 'north' is no number"),
        ("kinematics", "phi,theta,psi\n1,2\n", ":2: has 2 cells, the header has 3"),
        ("kinematics", "phi,theta,psi\n0,1.5707963267948966,0\n", ":2: euler: Euler rates do not exist"),
        ("rhs:odin", "x,y\n1,2\n", "needs"),
        ("rhs:nothing", "x,y\n1,2\n", "no vehicle 'nothing'"),
        ("environment", "x,y\n1,2\n", "columns"),
    ],
)
def test_a_wrong_table_is_one_line(tmp_path: Path, kind: str, text: str, problem: str) -> None:
    file = tmp_path / "in.csv"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        table = read_csv(file)
        find_recipe(kind, table).compute(table)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
