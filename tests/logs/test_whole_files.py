"""Files and folders that are whole, or as before, when the disk takes no more."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest

from usimmarine_py.logs.tools import run_tool
from usimmarine_py.logs.whole_files import whole_file, whole_folder

LOG = "%%%%\n" + "".join(f"{k}.0   V{k % 5}   me   {k}\n" for k in range(400))
#: Tools that write a new log, and their words.
WRITING = {
    "aloggrep": ("a.alog", "V1", "b.alog"),
    "alogclip": ("a.alog", "10", "200", "b.alog"),
    "alogrm": ("a.alog", "V2", "b.alog"),
    "alogsort": ("a.alog", "b.alog"),
    "alogcat": ("a.alog", "c.alog", "--new=b.alog"),
}


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be brought onto the disk."""

    def fails(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("before", ["", "old"])
@pytest.mark.usefixtures("full")
def test_a_file_stays_as_it_was(tmp_path: Path, before: str) -> None:
    path = tmp_path / "one"
    if before:
        path.write_text(before)
    with pytest.raises(OSError, match="No space"), whole_file(path) as file:
        file.write(b"new")
    assert (path.read_text() if path.exists() else "") == before
    assert names(tmp_path) == (["one"] if before else [])


def test_links_and_devices(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("old")
    (tmp_path / "link").symlink_to("one")
    with whole_file(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "one").read_text() == "new"
    with whole_file(Path(os.devnull)) as file:
        file.write(b"new")
    assert not Path(os.devnull).is_file() and names(tmp_path) == ["link", "one"]


def test_a_folder(tmp_path: Path) -> None:
    def fill(fails: bool) -> None:
        with whole_folder(tmp_path / "all") as folder:
            (folder / "one").write_text("1")
            assert not (tmp_path / "all").exists()
            if fails:
                raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        fill(True)
    assert names(tmp_path) == []
    (tmp_path / ".all.part").mkdir()  # of one that was killed
    (tmp_path / ".all.part" / "two").write_text("2")
    fill(False)
    assert names(tmp_path) == ["all"] and names(tmp_path / "all") == ["one"]
    with pytest.raises(FileExistsError):
        fill(False)


@pytest.mark.parametrize("tool", WRITING)
def test_tools_leave_no_part_of_a_log(
    tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "c"):
        Path(f"{name}.alog").write_text(LOG)
    assert run_tool(tool, WRITING[tool], io.StringIO()) == 0
    assert Path("b.alog").stat().st_size > 100
    Path("b.alog").unlink()
    request.getfixturevalue("full")
    with pytest.raises(OSError, match="No space"):
        run_tool(tool, WRITING[tool], io.StringIO())
    assert names(tmp_path) == ["a.alog", "c.alog"]


def test_alogsplit_takes_no_part_for_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.alog").write_text(LOG)
    opened = Path.open

    def fails(path: Path, *words: object, **more: object) -> object:
        if path.name == "V3.klog":
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(path, *words, **more)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", fails)
        with pytest.raises(OSError, match="No space"):
            run_tool("alogsplit", ["a.alog"], io.StringIO())
    assert names(tmp_path) == ["a.alog"]
    out = io.StringIO()
    assert run_tool("alogsplit", ["a.alog"], out) == 0 and "confirmed" not in out.getvalue()
    assert names(tmp_path / "a_alvtmp") == [*(f"V{k}.klog" for k in range(5)), "summary.klog"]
