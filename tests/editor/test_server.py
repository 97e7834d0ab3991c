"""``usim lsp`` as an editor sees it: a client of the protocol that speaks with the program."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import lsprotocol.types as lsp
import pytest
from pygls.lsp.client import LanguageClient

from tests.support.paths import ROOT
from tests.support.processes import call

MISSION = """\
ServerHost = localhost
ServerPort = 9000
Community = abe
LatOrigin = 43.8
LongOrigin = -70.3

ProcessConfig = ANTLER
{
  Run = MOOSDB        @ NewConsole = false
  Run = uSimMarineV22 @ NewConsole = false
  Run = pHelmIvP      @ NewConsole = false
}
ProcessConfig = uSimMarineV22
{
  AppTick = 4
  thurst_map = 0:0, 100:5
  turn_rate = 70
}
ProcessConfig = pHelmIvP
{
  Behaviors = abe.bhv
  Domain = course:0:359:360
  Domain = speed:0:4:41
}
"""
BEHAVIORS = """\
initialize DEPLOY = false
Behavior = BHV_Waypoint
{
  name = go
  condition = DEPLOY = true
  endflag = DEPLOY = false
  endflag = ARRIVED_HOME = true
  points = 60,-40
  speed = 2
}
"""


class Editor(LanguageClient):
    """A client that keeps what the server publishes."""

    def __init__(self, folder: Path) -> None:
        super().__init__("editor", "1")
        self.folder = folder
        self.published: dict[str, list[lsp.Diagnostic]] = {}
        self._came = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _take(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = list(params.diagnostics)
            self._came.set()

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    async def open(self, name: str, text: str) -> list[lsp.Diagnostic]:
        item = lsp.TextDocumentItem(self.uri(name), "moos", 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.findings(name)

    async def change(self, name: str, text: str, version: int) -> list[lsp.Diagnostic]:
        self.published.pop(self.uri(name), None)
        document = lsp.VersionedTextDocumentIdentifier(version, self.uri(name))
        whole = [lsp.TextDocumentContentChangeWholeDocument(text)]
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, whole))
        return await self.findings(name)

    async def findings(self, name: str) -> list[lsp.Diagnostic]:
        while self.uri(name) not in self.published:
            self._came.clear()
            await asyncio.wait_for(self._came.wait(), 60.0)
        return self.published[self.uri(name)]

    def at(self, name: str, line: int, column: int) -> dict[str, Any]:
        return {"text_document": lsp.TextDocumentIdentifier(self.uri(name)), "position": lsp.Position(line, column)}


def edited(folder: Path, work: Callable[[Editor], Awaitable[None]], *words: str) -> None:
    """Do some work in an editor with a server of its own."""

    async def session() -> None:
        editor = Editor(folder)
        program, *arguments = call("lsp", *words, program="usim")
        await editor.start_io(program, *arguments, cwd=folder, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"})
        capabilities = lsp.ClientCapabilities()
        await editor.initialize_async(lsp.InitializeParams(capabilities, root_uri=folder.as_uri()))
        editor.initialized(lsp.InitializedParams())
        await work(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()

    asyncio.run(asyncio.wait_for(session(), 60.0))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "abe.moos").write_text(MISSION)
    (tmp_path / "abe.bhv").write_text(BEHAVIORS)
    return tmp_path


def lines_of(found: list[lsp.Diagnostic]) -> dict[int, str]:
    return {one.range.start.line: one.message for one in found}


def test_a_misspelt_key_is_found_and_mended_and_what_is_typed_counts_before_it_is_saved(folder: Path) -> None:
    async def work(editor: Editor) -> None:
        found = await editor.open("abe.moos", MISSION)
        line = MISSION.splitlines().index("  thurst_map = 0:0, 100:5")
        wrong = next(one for one in found if one.range.start.line == line)
        assert "did you mean thrust_map?" in wrong.message and wrong.range.start.character == 2
        context = lsp.CodeActionContext([wrong])
        document = lsp.TextDocumentIdentifier(editor.uri("abe.moos"))
        actions = await editor.text_document_code_action_async(lsp.CodeActionParams(document, wrong.range, context))
        assert actions is not None and isinstance(actions[0], lsp.CodeAction) and actions[0].edit is not None
        edit = (actions[0].edit.changes or {})[editor.uri("abe.moos")][0]
        assert (edit.new_text, edit.range.start.character, edit.range.end.character) == ("thrust_map", 2, 12)
        mended = await editor.change("abe.moos", MISSION.replace("thurst", "thrust"), 2)
        assert line not in lines_of(mended)
        worse = await editor.change("abe.moos", MISSION.replace("thurst", "thrust").replace("= 70", "= many"), 3)
        assert "not a finite number" in lines_of(worse)[line + 1]

    edited(folder, work)


def test_columns_are_those_of_the_editor(folder: Path) -> None:
    """It counts a letter beyond the first 65,536 twice; the word behind it was marked and replaced a column early."""
    text = MISSION.replace("  thurst_map = 0:0, 100:5", "  sensor = gps, name=\U0001f6a2\U0001f6a2  // as on board")
    behaviors = BEHAVIORS.replace("  name = go", "  name = \U0001f6a2\n  runflag = SHIP=\U0001f6a2, DEPLOY=true")

    async def work(editor: Editor) -> None:
        line = text.splitlines().index("  sensor = gps, name=\U0001f6a2\U0001f6a2  // as on board")
        found = await editor.open("abe.moos", text)
        (wrong,) = [one for one in found if one.range.start.line == line]
        assert (wrong.range.start.character, wrong.range.end.character) == (11, 25)
        await editor.open("abe.bhv", behaviors)
        context = lsp.ReferenceContext(include_declaration=True)
        asked = lsp.ReferenceParams(context, **editor.at("abe.bhv", 0, 13))
        read = await editor.text_document_references_async(asked)
        places = {(one.range.start.line, one.range.start.character, one.range.end.character) for one in read or ()}
        assert (4, 21, 27) in places

    edited(folder, work)


def test_a_behavior_file_that_is_not_saved_is_checked_with_its_mission(folder: Path) -> None:
    async def work(editor: Editor) -> None:
        await editor.open("abe.bhv", BEHAVIORS)
        found = await editor.change("abe.bhv", BEHAVIORS.replace("speed = 2", "speed = fast"), 2)
        assert "speed" in lines_of(found)[8]
        cut = await editor.change("abe.bhv", BEHAVIORS.rstrip().rstrip("}"), 3)
        assert any(one.severity is lsp.DiagnosticSeverity.Error for one in cut)

    edited(folder, work)


def test_keys_kinds_values_macros_and_variables_are_completed(folder: Path) -> None:
    (folder / "meta_abe.moos").write_text("ServerPort = $(PORT)\n")

    async def work(editor: Editor) -> None:
        async def labels(name: str, text: str, line: int, column: int) -> list[str]:
            await editor.open(name, text)
            found = await editor.text_document_completion_async(lsp.CompletionParams(**editor.at(name, line, column)))
            assert isinstance(found, lsp.CompletionList)
            return [item.label for item in found.items]

        keys = await labels("one.moos", "ProcessConfig = uSimMarineV22\n{\n  turn_rate = 4\n  \n}\n", 3, 2)
        assert {"thrust_map", "start_pos", "AppTick"} <= {*keys} and "turn_rate" not in keys
        assert "pContactMgrV20" in await labels("two.moos", "ProcessConfig = \n", 0, 16)
        assert {"BHV_Loiter", "BHV_Waypoint"} <= {*await labels("a.bhv", "Behavior = \n", 0, 11)}
        assert "capture_radius" in await labels("b.bhv", "Behavior = BHV_Waypoint\n{\n  c\n}\n", 2, 3)
        dynamics = await labels("c.moos", "ProcessConfig = usimmarine\n{\n  dialect = \n}\n", 2, 12)
        assert {"v22", "v23", "classic"} <= {*dynamics}
        assert "PORT" in await labels("d.moos", "Community = $(", 0, 14)
        flags = await labels("e.bhv", "Behavior = BHV_Waypoint\n{\n  endflag = \n}\n", 2, 12)
        assert {"DEPLOY", "ARRIVED_HOME"} <= {*flags}
        assert await labels("f.moos", "ProcessConfig = iNone\n{\n  \n}\n", 2, 2) == []

    edited(folder, work)


def test_help_places_and_outline(folder: Path) -> None:
    (folder / "plug.moos").write_text("<tag> one\nAppTick = 4\n<tag> two\nCommsTick = 4\n")
    text = MISSION.replace("  AppTick = 4\n", "  #include plug.moos <two>\n")

    async def work(editor: Editor) -> None:
        await editor.open("abe.moos", text)
        await editor.open("abe.bhv", BEHAVIORS)
        lines, behaviors = text.splitlines(), BEHAVIORS.splitlines()
        at = lines.index("  turn_rate = 70")
        hover = await editor.text_document_hover_async(lsp.HoverParams(**editor.at("abe.moos", at, 5)))
        assert hover is not None and isinstance(hover.contents, lsp.MarkupContent)
        assert "turn_rate" in hover.contents.value and "default" in hover.contents.value
        at = behaviors.index("  condition = DEPLOY = true")
        hover = await editor.text_document_hover_async(lsp.HoverParams(**editor.at("abe.bhv", at, 16)))
        assert hover is not None and isinstance(hover.contents, lsp.MarkupContent)
        assert "posted in abe.bhv:1, abe.bhv:6" in hover.contents.value and "read in abe.bhv:5" in hover.contents.value

        async def define(name: str, line: int, column: int) -> list[tuple[str, int]]:
            found = await editor.text_document_definition_async(lsp.DefinitionParams(**editor.at(name, line, column)))
            assert isinstance(found, (list, tuple))
            return [
                (one.uri.rpartition("/")[2], one.range.start.line) for one in found if isinstance(one, lsp.Location)
            ]

        assert await define("abe.bhv", at, 16) == [("abe.bhv", 0), ("abe.bhv", 5)]
        assert await define("abe.moos", lines.index("  #include plug.moos <two>"), 5) == [("plug.moos", 2)]
        assert await define("abe.moos", lines.index("  Behaviors = abe.bhv"), 16) == [("abe.bhv", 0)]
        assert await define("abe.moos", 10, 10) == [("abe.moos", lines.index("ProcessConfig = pHelmIvP"))]
        context = lsp.ReferenceContext(include_declaration=False)
        asked = lsp.ReferenceParams(context, **editor.at("abe.bhv", at, 16))
        read = await editor.text_document_references_async(asked)
        assert [one.range.start.line for one in read or ()] == [at]
        document = lsp.TextDocumentIdentifier(editor.uri("abe.moos"))
        symbols = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert [one.name for one in symbols or ()] == ["ANTLER", "uSimMarineV22", "pHelmIvP"]

    edited(folder, work)


def test_templates_get_macros_and_parts_lack_nothing(folder: Path) -> None:
    template = MISSION.replace("9000", "$(PORT)").replace("thurst_map", "thrust_map").replace("= 70", "= $(RATE)")
    part = "ProcessConfig = pHelmIvP\n{\n  Domain = course:0:359:360\n  Behaviours = abe.bhv\n  Domain = $(D)\n}\n"

    async def work(editor: Editor) -> None:
        found = await editor.open("meta_abe.moos", template)
        at = template.splitlines().index("  turn_rate = $(RATE)")
        assert "not a finite number" in lines_of(found)[at]
        parts = await editor.open("plug_pHelmIvP.moos", part)
        assert [one.range.start.line for one in parts] == [3] and "behaviors" in parts[0].message

    edited(folder, work, "-D", "PORT=9001", "-D", "RATE=hundred")


def test_a_vehicle_file_is_checked(folder: Path) -> None:
    shutil.copy(ROOT / "usimmarine_py" / "vehicles" / "otter.toml", folder / "mine.toml")
    text = (folder / "mine.toml").read_text()
    at = next(n for n, line in enumerate(text.splitlines()) if line.startswith("mass "))

    async def work(editor: Editor) -> None:
        assert await editor.open("mine.toml", text) == []
        lines = text.splitlines()
        lines[at] = "mass = -5.0"
        found = await editor.change("mine.toml", "\n".join(lines), 2)
        assert [one.range.start.line for one in found] == [at] and "mass" in found[0].message
        broken = await editor.change("mine.toml", text + "\n[broken\n", 3)
        assert "is not TOML" in broken[0].message and broken[0].range.start.line >= len(lines)
        assert await editor.open("other.toml", "[tool]\nx = 1\n") == []

    edited(folder, work)
