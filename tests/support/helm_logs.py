"""Parts of the logs of two vehicles under pHelmIvP, which meet head on (missions/encounter, played live)."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.support.paths import DATA


def helm_logs(folder: Path) -> list[Path]:
    """Put them into a folder, as loggers leave them: ``abe/abe.alog``, ``ben/ben.alog``."""
    found = []
    for packed in sorted((DATA / "helm-functions").glob("*.gz")):
        target = folder / packed.name.partition(".")[0] / packed.name.removesuffix(".gz")
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(gzip.decompress(packed.read_bytes()))
        found.append(target)
    return found
