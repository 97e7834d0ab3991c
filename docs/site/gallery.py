"""The gallery: every shipped mission and example, a page each, with picture and words of a run made just now."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from figures import OWN, picture  # beside this file

USIM = (sys.executable, "-c", "import sys; from usimmarine_py.cli.start import usim; sys.exit(usim())")
GROUPS = ("Missions", "Examples")


class GalleryError(Exception):
    """A mission or example that did not give its picture."""


@dataclass(frozen=True)
class Shot:
    """One picture of a mission's page: what is run (``.``: a field, all files of the folder), and how it is drawn."""

    file: str
    run: tuple[str, ...] = ()
    plot: tuple[str, ...] = ()
    dry: bool = False
    """Drawn from the mission file alone, without a run."""


@dataclass(frozen=True)
class Recipe:
    """How a mission is shown where a plain `usim run` and `usim plot` do not say the most."""

    shots: tuple[Shot, ...]
    note: str = ""
    shown: str = ""
    """The picture of the README that the first shot draws anew, in place of one of its own."""


RECIPES: dict[str, Recipe] = {
    "alpha": Recipe(
        (
            Shot("alpha.moos", ("--duration", "240")),
            Shot("alpha.moos", plot=("--ipf", "100")),
            Shot("alpha.moos", plot=("--thrust-map", "alpha"), dry=True),
        ),
        "The helm's decision at 100 s is the second picture, the thrust map of the vehicle the third.",
    ),
    "encounter": Recipe((Shot("."),)),
    "cooperative": Recipe((Shot(".", ("--app", "cooperative.py")),)),
    "auv_survey": Recipe((Shot("auv_survey.moos", plot=("--navigation",)),), shown="auv_survey.png"),
    "current_field": Recipe((Shot("current_field.moos", ("--duration", "145")),)),
    "drift_gusts": Recipe((Shot("drift_gusts.moos", ("--duration", "300")),)),
    "glider": Recipe((Shot("glider.moos"),), shown="glider.png"),
    "sonar": Recipe((Shot("."),), shown="sonar.png"),
    "odin_hil": Recipe((Shot("odin_hil.moos", ("--duration", "300")),)),
    "odin_weather": Recipe((Shot("gale_waves.moos", plot=("--weather",)),)),
    "tidal_sound": Recipe((Shot("tidal_sound.moos"),), shown="tidal_sound.png"),
}


@dataclass(frozen=True)
class Page:
    """What the gallery shows of one mission or example."""

    group: str
    name: str
    title: str
    summary: str
    picture: str
    target: str


def missions(root: Path, run: bool) -> list[Page]:
    """Every mission below the staged ``root``, run and drawn; each README gets its pictures."""
    folders = sorted(p for p in (root / "missions").iterdir() if p.is_dir())
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda folder: _mission(root, folder, run), folders))


def _mission(root: Path, folder: Path, run: bool) -> Page:
    recipe = RECIPES.get(folder.name) or Recipe((Shot(f"{folder.name}.moos"),))
    readme = folder / "README.md"
    text = readme.read_text(encoding="utf-8")
    title, summary = _title_and_summary(text)
    page = Page("Missions", folder.name, title, summary, "", readme.relative_to(root).with_suffix("").as_posix())
    if not run:
        return page
    parts, first = [], ""
    for number, shot in enumerate(recipe.shots, start=1):
        drawn = folder / (f"gallery_{number}.png" if first or not recipe.shown else recipe.shown)
        if drawn.name == recipe.shown and not drawn.is_file():
            raise GalleryError(f"{folder.name} has no picture {recipe.shown} of its own")
        said, lines = _shoot(folder, shot, drawn)
        caption = f"{folder.name}: {Path(shot.file).stem or folder.name}"
        parts += [] if drawn.name == recipe.shown else [f"![{caption}]({drawn.name})"]
        parts.append(_block("\n".join(lines)))
        first = first or drawn.name
        if said:
            parts.append("It said:\n\n" + _block(said))
    note = f"{recipe.note}\n\n" if recipe.note else ""
    readme.write_text(f"{text.rstrip()}\n\n## A run\n\n{note}" + "\n\n".join(parts) + "\n", encoding="utf-8")
    return replace(page, picture=f"missions/{folder.name}/{first}")


def _shoot(folder: Path, shot: Shot, file: Path) -> tuple[str, list[str]]:
    out = folder / f"run_{Path(shot.file).stem or folder.name}"
    lines, said = [], ""
    if shot.dry:
        _usim(folder, "plot", *shot.plot, "-o", file.name)
        return "", [f"usim plot {' '.join(shot.plot)} -o {file.name}"]
    if not out.exists():
        said = _usim(folder, "run", shot.file, *shot.run, "--seed", "1", "-o", out.name)
    lines.append(" ".join(("usim run", shot.file, *shot.run, "--seed 1 -o", out.name)))
    _usim(folder, "plot", out.name, *shot.plot, "-o", file.name)
    lines.append(" ".join(("usim plot", out.name, *shot.plot, "-o", file.name)))
    return said, lines


def _usim(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [*USIM, *words], cwd=folder, env={**os.environ, "MPLBACKEND": "Agg", "COLUMNS": "100"},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise GalleryError(
            f"usim {' '.join(words)} (in {folder.name}) ended with {done.returncode}: {done.stderr.strip()}"
        )
    return done.stdout.strip()


def examples(root: Path, run: bool) -> list[Page]:
    """Every example of the staged ``root``, run and drawn from the names that it leaves."""
    pages = []
    for script in sorted((root / "examples").glob("*.py")):
        title = re.sub(r"\b(moos|moosdb|lqr)\b", lambda word: word[0].upper(), script.stem.replace("_", " "))
        title = title[0].upper() + title[1:]
        docstring = re.search(r'"""(.*?)"""', script.read_text(encoding="utf-8"), re.DOTALL)
        summary = " ".join((docstring.group(1) if docstring else "").split("\n\n")[0].split())
        shown = printed = drawn = ""
        if run:
            said, picture_file = _example(script)
            drawn = f"examples/{picture_file.name}"
            shown = f"![{title}]({picture_file.name})\n\n"
            printed = f"## What it prints\n\n{_block(said)}\n\n"
        script.with_suffix(".md").write_text(
            f"# {title}\n\n{summary}\n\n{shown}```{{literalinclude}} {script.name}\n:language: python\n```\n\n"
            f"{printed}To take along: {{download}}`{script.name}`.\n",
            encoding="utf-8",
        )
        pages.append(Page("Examples", script.stem, title, summary, drawn, f"examples/{script.stem}"))
    return pages


def _example(script: Path) -> tuple[str, Path]:
    said, here, arguments = StringIO(), Path.cwd(), sys.argv
    names: dict[str, object] = {}
    os.chdir(script.parent)
    sys.argv = [str(script)]
    try:
        with redirect_stdout(said):
            names = runpy.run_path(str(script), run_name="__main__")
    except SystemExit as ended:
        if ended.code:
            raise GalleryError(f"examples/{script.name} ended with {ended.code}") from None
    except ModuleNotFoundError as missing:
        if script.stem not in OWN:
            raise
        said.write(f"It was not run for this page: it needs {missing.name}.")
    finally:
        os.chdir(here)
        sys.argv = arguments
    file = script.with_name(f"gallery_{script.stem}.png")
    printed = said.getvalue().strip("\n")
    if not picture(script, names, printed, file):
        raise GalleryError(f"examples/{script.name} has no picture: add a function to docs/site/figures.py")
    return printed, file


def _title_and_summary(text: str) -> tuple[str, str]:
    title, _, rest = text.partition("\n")
    paragraph = " ".join(rest.strip().split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.;:]) ", paragraph)[0]
    return title.lstrip("# ").strip(), sentence.rstrip(";:")


def _block(text: str) -> str:
    return f"```text\n{text}\n```"


def index_page(pages: list[Page]) -> str:
    """The page with all pictures, and the hidden tables of contents that give every page its place."""
    lines = [
        "# Gallery",
        "",
        "Every mission and example that comes with usimmarine; the runs on their pages made the pictures.",
    ]
    for group in GROUPS:
        ours = [page for page in pages if page.group == group]
        lines += ["", f"## {group}", "", "::::{container} gallery"]
        for page in ours:
            lines += [
                ":::{container} shot",
                f"[![{page.title}](/{page.picture})](/{page.target}.md)\n" if page.picture else "",
                f"[{page.title}](/{page.target}.md): {page.summary}",
                ":::",
            ]
        lines += ["::::", "", "```{toctree}", ":hidden:", ""]
        lines += [f"{page.title} </{page.target}>" for page in ours]
        lines += ["```"]
    return "\n".join(lines) + "\n"
