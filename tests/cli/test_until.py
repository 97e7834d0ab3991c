"""``usim scope --until`` and ``usim poke --every``."""

from __future__ import annotations

import threading
import time

import pytest

from tests.support.processes import free_port, usim
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect
from usimmarine_py.moos.transport.open import connect


def test_scope_waits_until_it_holds(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    client = connect(port=moosdb.port, name="vehicle")

    def go() -> None:
        for x in range(0, 130, 10):
            client.notify("NAV_X", float(x))
            client.notify("OTHER", 1.0)
            time.sleep(0.02)

    thread = threading.Thread(target=go)
    thread.start()
    code, out, err = usim(capsys, "scope", f"--port={moosdb.port}", "--until", "NAV_X > 100", "--timeout", "20")
    thread.join()
    client.close()
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].split()[-1] in ("110", "120")  # both may come at once
    assert "OTHER" not in out


def test_what_is_there_already_counts(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "poke", f"--port={moosdb.port}", "ARRIVED=true")[0] == 0
    words = ["scope", f"--port={moosdb.port}", "ARRIVED", "--until", "ARRIVED = true", "--timeout", "20"]
    assert usim(capsys, *words)[0] == 0


def test_a_time_in_it_passes_without_mail(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "poke", f"--port={moosdb.port}", "A=5")[0] == 0
    words = ["scope", f"--port={moosdb.port}", "--until", "A > 2 for 1 s", "--timeout", "150"]
    began = time.monotonic()
    assert usim(capsys, *words)[0] == 0
    assert time.monotonic() - began < 100.0


def test_not_in_time_is_exit_code_1_and_says_what_was_found(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, "poke", f"--port={moosdb.port}", "NAV_X=3")[0] == 0
    words = ["scope", f"--port={moosdb.port}", "--timeout", "2", "--until"]
    code, _, err = usim(capsys, *words, "NAV_X > 100")
    assert code == 1
    assert err.startswith("not met in 2 s: NAV_X > 100: ")
    assert "3" in err
    code, _, err = usim(capsys, *words, "NAW_X > 100")
    assert (code, err) == (1, "not met in 2 s: NAW_X > 100: NAW_X was never posted\n")


@pytest.mark.parametrize(
    "words",
    [
        ("scope", "--until", "A > 1", "--timeout", "0.2"),
        ("scope", "--for", "0.2"),
        ("appcast", "--once", "--for", "0.2"),
    ],
    ids=" ".join,
)
def test_where_no_moosdb_answers_the_time_ends_it_too(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without, it would wait for one for 6 s."""
    began = time.monotonic()
    code, out, err = usim(capsys, *words, f"--port={free_port()}")
    assert time.monotonic() - began < 5.0
    assert (code, out, err.count("\n")) == (1, "", 1) and "usim db" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scope", "--until", "NAV_X >"], "column 8"),
        (["scope", "--until", "2 > 1"], "names no variable"),
        (["scope", "--timeout", "3"], "--timeout is for --until"),
        (["scope", "--until", "A = 1", "--once"], "leave --once and --for out"),
        (["poke", "A=1", "--count", "3"], "give --every S"),
    ],
)
def test_wrong_usage_needs_no_moosdb_to_be_told(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = usim(capsys, *words, "--port=1")
    assert code == 2
    assert said in err


def test_poke_again_and_again(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    client = connect(port=moosdb.port, name="reader")
    client.register("A")
    words = ["poke", f"--port={moosdb.port}", "A=1.5", "--every", "0.05"]
    code, out, _ = usim(capsys, *words, "--count", "4")
    assert code == 0
    assert out.splitlines()[-1] == "posted 4 times, every 0.05 s"
    mail = collect(client, lambda found: len(found) >= 4)
    assert [message.value for message in mail] == [1.5] * 4
    assert mail[-1].time - mail[0].time > 0.149
    code, out, _ = usim(capsys, *words, "--for", "0.3")
    posted = int(out.splitlines()[-1].split()[1])
    assert code == 0 and 2 <= posted <= 7
    assert len(collect(client, lambda found: len(found) >= posted)) == posted
    client.close()
