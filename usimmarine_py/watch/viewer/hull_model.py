"""A hull of the user's own: a binary glTF file (.glb) of the mission's folder, complete in itself."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

from usimmarine_py.errors import ConfigError, shorten
from usimmarine_py.mission import Block

KEY = "hull_model"
#: Largest file, bytes.
MOST = 32_000_000
_MAGIC, _JSON = 0x46546C67, 0x4E4F534A
#: Extensions without which a file can be drawn or that the page draws.
_KNOWN = frozenset({"KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_mesh_quantization"})


def hull_model_of(block: Block) -> bytes | None:
    """The file that ``hull_model`` names; None without the line.

    Raises ``ConfigError`` with file and line for one outside of the mission's folder, or that the page cannot draw.
    """
    entry = next((entry for entry in block.entries if entry.key.strip().lower() == KEY), None)
    if entry is None:
        return None
    try:
        return read_hull_model(entry.value.strip().strip('"'), Path(block.file).parent)
    except ConfigError as error:
        error.key, error.file, error.line = KEY, block.file, entry.line
        raise


def read_hull_model(name: str, folder: Path) -> bytes:
    """Read a ``.glb`` below ``folder``. Raises ``ConfigError``."""
    shown = shorten(name)
    if not name or "\0" in name:
        raise ConfigError("names no file; give a .glb of the mission's folder")
    home = folder.resolve()
    try:
        path = (home / name).resolve()  # through links, too
        if not path.is_relative_to(home):
            raise ConfigError(f"{shown} is not in the mission's folder; copy it there")
        if path.suffix.lower() != ".glb":
            raise ConfigError(f"{shown} is no .glb; export the hull as binary glTF, with all textures inside")
        if not path.is_file():
            raise ConfigError(f"{shown} is not there")
        if path.stat().st_size > MOST:
            raise ConfigError(f"{shown} is larger than {MOST // 1_000_000} MB; export it with less detail")
        data = path.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:
        problem = getattr(error, "strerror", None) or str(error)
        raise ConfigError(f"cannot read {shown}: {problem}") from error
    if problem := _problem(data):
        raise ConfigError(f"{shown} {problem}")
    return data


def _problem(data: bytes) -> str:
    """Why the page could not draw the file; empty if it can."""
    if len(data) < 20 or struct.unpack_from("<I", data)[0] != _MAGIC:
        return "is no binary glTF"
    _, version, size, length, kind = struct.unpack_from("<5I", data)
    if version != 2:
        return f"is glTF of version {version}; export version 2"
    if size != len(data) or kind != _JSON or length > len(data) - 20:
        return "is torn; export it again"
    try:
        content = json.loads(data[20 : 20 + length])
    except (ValueError, RecursionError):
        return "is torn; export it again"
    if not isinstance(content, dict):
        return "is no binary glTF"
    needed = content.get("extensionsRequired", [])
    if unknown := sorted({str(name) for name in needed} - _KNOWN) if isinstance(needed, list) else ["?"]:
        return f"needs {shorten(', '.join(unknown))}; export it without compression and special materials"
    parts = [part for kind in ("buffers", "images") for part in _list(content.get(kind))]
    if any("uri" in part for part in parts):
        return "refers to other files; export it with buffers and textures inside"
    return "" if _list(content.get("meshes")) else "has no mesh"


def _list(value: Any) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []
