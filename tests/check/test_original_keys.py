"""Every key that the behaviours and applications of MOOS-IvP take is taken here, by the names that are kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.original_mail import NO_EFFECT, has_mail, lacking_mail, reason
from tests.support.recorded import DATA
from usimmarine_py.check.blocks import key_set
from usimmarine_py.errors import ConfigError
from usimmarine_py.helm.behaviours import KINDS, find_kind
from usimmarine_py.values.application import APP_KEYS

#: Written by scripts/original-keys from a checkout of MOOS-IvP.
ORIGINAL: dict[str, Any] = json.loads((DATA / "original_keys.json").read_text("utf-8"))


def test_the_table_is_whole() -> None:
    assert len(ORIGINAL["behaviors"]) > 50
    assert {"pHelmIvP", "pContactMgrV20", "uSimMarineV22"} <= ORIGINAL["applications"].keys()


@pytest.mark.parametrize("kind", [kind for kind in ORIGINAL["behaviors"] if kind in KINDS])
def test_a_behaviour_takes_every_key(kind: str) -> None:
    wanted = {*ORIGINAL["every behavior"], *ORIGINAL["behaviors"][kind]}
    if kind in ORIGINAL["contact"]:
        wanted.update(ORIGINAL["contact behaviors"])
    cls = find_kind(kind)
    assert cls is not None
    assert sorted(wanted - cls.all_keys.keys() - set(cls.unknown_keys)) == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_kind_refuses_only_what_its_bases_declare(kind: str) -> None:
    """The original answers these with MALCONFIG: recordings of tests/data show it."""
    cls = find_kind(kind)
    assert cls is not None
    assert [key for key in cls.unknown_keys if key in cls.all_keys] == []


@pytest.mark.parametrize("name", sorted(ORIGINAL["applications"]))
def test_an_application_takes_every_key(name: str) -> None:
    try:
        table = key_set(name).table
    except ConfigError:
        pytest.skip("is not played here")
    missing = [key for key in ORIGINAL["applications"][name] if table.find(key)[0] is None and key not in APP_KEYS]
    assert missing == []


@pytest.mark.parametrize("direction", ["mail", "posts"])
@pytest.mark.parametrize("name", sorted(ORIGINAL["mail"]))
def test_the_table_of_mail_has_every_variable(name: str, direction: str) -> None:
    """Or a reason why it is without effect here: ``--interface`` leaves nothing out."""
    assert has_mail(name)
    assert lacking_mail(name, "in" if direction == "mail" else "out", ORIGINAL[direction][name]) == []


def test_a_variable_that_is_not_there_is_named_and_every_reason_is_needed() -> None:
    assert lacking_mail("pHelmIvP", "in", ["NAV_X", "NO_SUCH"]) == ["NO_SUCH"]
    assert lacking_mail("behaviors", "out", ["WPT_EFF_DIST_ALL", "WPT_STAT", "GTD_B", "WPT_SUCH"]) == ["WPT_SUCH"]
    found = {reason(name, one) for what in ("mail", "posts") for name in ORIGINAL[what] for one in ORIGINAL[what][name]}
    unused = {why for (program, _), why in NO_EFFECT.items() if program != "*"} - found
    assert unused == set()
