"""Sea beds and currents in files larger than memory: time, memory, and how far from scipy and xarray.

    python -m benchmarks.sea [--folder FOLDER] [--size MB] [--kinds nc,tif,asc,xyz,ocean]

Makes the files, which stay in FOLDER and are used again. Each kind is measured in a process of its own: `steady` are
look-ups 3 mm apart, `track` those of a vehicle at 3 m/s with 10 steps a second, both in CPU time, tiles that have to be
read included; `far` is one anywhere else (wall time). The size wanted is 1 GB; XYZ takes minutes to write and open.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.maths.geodesy import Geodesy

KINDS = ("nc", "tif", "asc", "xyz", "ocean")
#: Bytes of a node as each kind stores it.
BYTES = {"nc": 4.0, "tif": 4.0, "asc": 7.0, "xyz": 23.5}
LOOKUPS = 72_000
LAYERS, HOURS = 20, 24


def heights(i0: int, i1: int, n: int) -> NDArray[np.float32]:
    """Rows i0 to i1 - 1 from the south of a bed of n columns; node (i, j) lies at x = j - n/2, y = i - n/2."""
    y, x = np.arange(i0, i1)[:, None], np.arange(n)[None, :]
    bed = -60.0 + 20.0 * np.sin(x / 700.0) * np.cos(y / 900.0) + 3.0 * np.sin(x / 37.0 + y / 53.0)
    return np.round(bed, 2).astype(np.float32)


def make(kind: str, path: Path, size: float) -> None:
    """Write a file of about ``size`` bytes."""
    if kind == "ocean":
        make_ocean(path, size)
        return
    n = int((size / BYTES[kind]) ** 0.5) // 256 * 256
    if kind == "nc":
        import netCDF4

        with netCDF4.Dataset(path, "w") as file:
            for axis in "yx":
                file.createDimension(axis, n)
                file.createVariable(axis, "f8", (axis,))[:] = np.arange(n) - n / 2
            bed = file.createVariable("elevation", "f4", ("y", "x"), chunksizes=(256, 256))
            for i in range(0, n, 256):
                bed[i : i + 256] = heights(i, i + 256, n)
    elif kind == "tif":
        import rasterio

        place = rasterio.transform.from_origin(-n / 2 - 0.5, n / 2 - 0.5, 1.0, 1.0)
        shape = {"height": n, "width": n, "count": 1, "dtype": "float32", "transform": place}
        with rasterio.open(path, "w", driver="GTiff", **shape) as file:
            for i in range(0, n, 256):
                file.write(heights(n - i - 256, n - i, n)[::-1], 1, window=((i, i + 256), (0, n)))
    elif kind == "asc":
        with path.open("w") as text:
            text.write(f"ncols {n}\nnrows {n}\nxllcenter {-n / 2}\nyllcenter {-n / 2}\ncellsize 1\n")
            for i in reversed(range(n)):
                text.write(" ".join(map("%.2f".__mod__, heights(i, i + 1, n)[0].tolist())) + "\n")
    else:
        with path.open("w") as text:
            for i in range(n):
                row = heights(i, i + 1, n)[0].tolist()
                text.write("".join(f"{j - n / 2} {i - n / 2} {z:.4f}\n" for j, z in enumerate(row)))


def make_ocean(path: Path, size: float) -> None:
    """Currents of 24 hours and 20 layers around 63.5 N, 8 E."""
    import netCDF4

    n = int((size / (2 * 4 * LAYERS * HOURS)) ** 0.5)
    axes = {
        "time": (np.arange(HOURS), "hours since 2026-05-01"),
        "depth": (np.cumsum(np.arange(LAYERS) + 0.5), "m"),
        "lat": (63.5 + (np.arange(n) - n / 2) * 0.001, "degrees_north"),
        "lon": (8.0 + (np.arange(n) - n / 2) * 0.002, "degrees_east"),
    }
    rng = np.random.default_rng(1)
    with netCDF4.Dataset(path, "w") as file:
        for name, (values, units) in axes.items():
            file.createDimension(name, len(values))
            file.createVariable(name, "f8", (name,)).units = units
            file[name][:] = values
        for name in ("uo", "vo"):
            current = file.createVariable(name, "f4", tuple(axes), chunksizes=(1, LAYERS, 50, 50))
            for k in range(HOURS):
                current[k] = rng.uniform(-1.0, 1.0, (LAYERS, n, n))


def resident(field: str) -> float:
    """Resident memory of this process (MB): VmRSS now, VmHWM at its highest; Linux."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) / 1e3 for line in status.splitlines() if line.startswith(field))


def timed(look: Callable[[float, float, float], object], speed: float) -> float:
    """CPU time (us) of a look-up of a vehicle at ``speed`` m a step, to and fro over 6 km."""
    places = [(-3000.0 + speed * k % 6000.0, -2000.0 + 0.6 * speed * k % 5000.0, 0.1 * k) for k in range(LOOKUPS)]
    begin = time.process_time()
    for x, y, t in places:
        look(x, y, t)
    return (time.process_time() - begin) / LOOKUPS * 1e6


def measure(kind: str, path: Path) -> None:
    """Print the figures of one file."""
    from usimmarine_py.sea.data.files import open_bed
    from usimmarine_py.sea.data.ocean import OceanFlow

    look: Callable[[float, float, float], object]
    begin = time.perf_counter()
    if kind == "ocean":
        datum = Geodesy.at(63.5, 8.0, true_pi=True)
        flow = OceanFlow(str(path), geodesy=datum)
        look = lambda x, y, t: flow.at(x, y, 3.0 + 0.001 * t, t)  # noqa: E731
    else:
        bed = open_bed(str(path))
        look = lambda x, y, t: bed.depth(x, y)  # noqa: E731
    opened = time.perf_counter() - begin
    look(0.0, 0.0, 0.0)
    steady, track = timed(look, 0.003), timed(look, 0.3)
    random.seed(1)
    places = [(random.uniform(-2500, 2500), random.uniform(-2500, 2500)) for _ in range(300)]
    begin = time.perf_counter()
    for x, y in places:
        look(x, y, 0.0)
    far = (time.perf_counter() - begin) / len(places) * 1e3
    peak = resident("VmHWM")
    largest = beside_xarray(flow, path, datum) if kind == "ocean" else beside_scipy(bed.depth, kind, path)
    size = path.stat().st_size / 1e6
    print(f"{kind:<6}{size:>6.0f}{opened:>9.2f}{steady:>9.2f}{track:>8.2f}{far:>8.2f}{peak:>8.0f}{largest:>12.1e}")


def beside_scipy(depth: Callable[[float, float], float], kind: str, path: Path) -> float:
    """Largest difference (m) in 20,000 places of a square of 1 km."""
    from scipy.interpolate import RegularGridInterpolator

    n = nodes(kind, path)
    half = min(500, n // 2 - 1)
    first, count = n // 2 - half, 2 * half + 1
    block = -heights(first, first + count, n)[:, first : first + count].astype(np.float64)
    if kind in ("asc", "xyz"):
        block = np.round(block, 2)  # what the text says
    axis = np.arange(first, first + count) - n / 2
    theirs = RegularGridInterpolator((axis, axis), block)
    places = np.random.default_rng(2).uniform(0.5 - half, half - 0.5, (20_000, 2))
    places = places[np.lexsort((places[:, 1], places[:, 0] // 64, places[:, 1] // 64))]  # tile by tile
    return float(np.abs(theirs(places) - [depth(x, y) for y, x in places.tolist()]).max())


def nodes(kind: str, path: Path) -> int:
    """Columns of a bed of ours."""
    if kind == "asc":
        return int(path.open().readline().split()[1])
    if kind == "xyz":
        return int(-2 * float(path.open().readline().split()[0]))
    if kind == "tif":
        import rasterio

        with rasterio.open(path) as file:
            return int(file.width)
    import netCDF4

    with netCDF4.Dataset(path) as file:
        return len(file.dimensions["x"])


def beside_xarray(flow: object, path: Path, datum: Geodesy | None) -> float:
    """Largest difference (m/s) of a component in 2,000 places, depths and times."""
    import xarray

    from usimmarine_py.sea.data.ocean import OceanFlow

    assert isinstance(flow, OceanFlow)
    assert datum is not None
    rng = np.random.default_rng(2)
    x, y = rng.uniform(-1500, 1500, (2, 2000))
    z, t = rng.uniform(0.5, 190.0, 2000), rng.uniform(0.0, 3600.0 * (HOURS - 1), 2000)
    globe = np.array([datum.to_latlon(a, b) for a, b in zip(x, y, strict=True)])
    with xarray.open_dataset(path) as data:
        near = data.sel(lat=slice(63.47, 63.53), lon=slice(7.95, 8.05)).load()
        when = data.time[0].values + (t * 1e9).astype("timedelta64[ns]")
        where = {"time": when, "depth": z, "lat": globe[:, 0], "lon": globe[:, 1]}
        found = near.interp({name: ("p", values) for name, values in where.items()})
    ours = np.array([flow.at(*place) for place in zip(x, y, z, t, strict=True)])
    return float(np.abs(ours - np.column_stack((found.uo.values, found.vo.values))).max())


def main() -> None:
    """Make what is missing, then measure each kind."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("sea_files"))
    parser.add_argument("--size", type=float, default=1000.0, help="MB of each file")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    kinds = given.kinds.split(",")
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.measure:
        measure(kinds[0], given.folder / f"{kinds[0]}.{'nc' if kinds[0] == 'ocean' else kinds[0]}")
        return
    print(
        f"{'kind':<6}{'MB':>6}{'open s':>9}{'steady us':>10}{'track':>7}{'far ms':>8}{'MB peak':>8}{'difference':>12}"
    )
    for kind in kinds:
        path = given.folder / f"{kind}.{'nc' if kind == 'ocean' else kind}"
        if not path.exists():
            make(kind, path, given.size * 1e6)
        command = [sys.executable, "-m", "benchmarks.sea", "--folder", str(given.folder), "--kinds", kind, "--measure"]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
