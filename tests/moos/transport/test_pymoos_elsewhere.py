"""Where this Python has no pymoos: the contract suite in another interpreter that has it."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
from collections.abc import Callable

import pytest

from tests.support.paths import ROOT
from usimmarine_py.errors import ConfigError, MissingExtraError
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.moos.transport.open import choose_comms, open_comms

#: Names a Python 3.10 with pymoos and pytest.
INTERPRETER = "USIM_PYMOOS_PYTHON"
HERE = importlib.util.find_spec("pymoos") is not None


@pytest.mark.pymoos
@pytest.mark.timeout(180)
@pytest.mark.skipif(HERE, reason="this Python has pymoos: the contract suite ran on it directly")
def test_contract_in_the_other_interpreter(figure: Callable[[str], None]) -> None:
    python = os.environ.get(INTERPRETER, "")
    if not python:
        pytest.skip(f"{INTERPRETER} names no Python 3.10 with pymoos")
    suite = "tests/moos/transport/test_contract.py"
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "pymoos", suite],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed.group(1)) > 40, done.stdout[-2000:]
    figure(f"contract suite with pymoos in {python}: {passed.group(1)} passed")


@pytest.mark.skipif(HERE, reason="this Python has pymoos")
def test_without_pymoos_auto_is_native_and_pymoos_names_the_extra() -> None:
    assert choose_comms("auto") == "native"
    assert isinstance(open_comms("auto", "me"), NativeComms)
    with pytest.raises(MissingExtraError, match=r"usimmarine\[pymoos\]"):
        open_comms("pymoos", "me")


def test_an_unknown_transport() -> None:
    with pytest.raises(ConfigError, match="did you mean native"):
        choose_comms("natve")
    assert choose_comms(" Native ") == "native"
