"""``python -m benchmarks [NAME ...] [OPTIONS]``: run the benchmarks of these names, or all; options go to them."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def main(arguments: list[str]) -> int:
    """0, or 1 if one of them ended with a failure, or 2 for a name that is none."""
    first = next((i for i, argument in enumerate(arguments) if argument.startswith("-")), len(arguments))
    names, options = arguments[:first], arguments[first:]
    if unknown := [name for name in names if name not in NAMES]:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    failed = False
    for name in names or NAMES:
        print(f"== {name}", flush=True)
        sys.argv = [name, *options]
        try:
            runpy.run_module(f"benchmarks.{name}", run_name="__main__")
        except SystemExit as end:
            failed |= end.code not in (None, 0)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
