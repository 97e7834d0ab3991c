"""The vehicle file of a surface craft, of one hull or two, from its data sheet (laws/hydrodynamics 9.4)."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt

from usimmarine_py.errors import ConfigError
from usimmarine_py.vehicle.datasheet.drive import CraftDrive, drive_of, put_law, put_thruster
from usimmarine_py.vehicle.datasheet.lines import ROUNDED, FileLines
from usimmarine_py.vehicle.datasheet.resistance import FORM, SlenderHull
from usimmarine_py.vehicle.datasheet.sheet import RHO, DataSheet, block_of
from usimmarine_py.vehicle.hull_formulas import cross_flow_drag

_G = 9.81
_PERPENDICULARS = 0.96  # of the length over all, 0.92 to 1
_TRANSOM = {"usv": 0.7, "catamaran": 0.7, "ship": 0.0}  # of the midship section that stands in the water aft
_HULL_BEAM = 0.22  # of the beam over all, 0.15 to 0.3
_RUDDER = 0.04  # of length x draft, 0.02 to 0.06
_SPUN = 7.0  # times the cross flow of a spinning hull: what its keels and drives add, set by a BlueBoat; 2 to 10
_SKEG = 0.04  # of length x draft, of each hull without a rudder, 0.02 to 0.08


@dataclass(frozen=True, slots=True)
class HullSizes:
    """The hulls of a sheet."""

    hull: SlenderHull
    draft_note: str
    beam_note: str


def shape_of(sheet: DataSheet) -> HullSizes:
    """Hull sizes, with what is not on the sheet estimated. Raises ``ConfigError``."""
    hulls = 2 if sheet.kind == "catamaran" else 1
    length, volume = _PERPENDICULARS * sheet.length, sheet.mass / RHO / hulls
    low, high, usual = block_of(sheet.kind)
    wide, beam_note = (sheet.hull_beam, "of --hull-beam") if hulls == 2 else (sheet.beam, "")
    if not wide:
        wide, beam_note = _HULL_BEAM * sheet.beam, f"estimate: {_HULL_BEAM:g} of the beam (0.15 to 0.3)"
        if sheet.draft:
            wide = min(volume / (length * sheet.draft * usual), 0.45 * sheet.beam)
            beam_note = f"estimate: by mass and draft with C_B {usual:g} ({low:g} to {high:g})"
    draft, draft_note = sheet.draft, "of --draft"
    if not draft:
        draft, draft_note = volume / (length * wide * usual), f"estimate: C_B {usual:g} ({low:g} to {high:g})"
    spacing = (sheet.hull_spacing or sheet.beam - wide) if hulls == 2 else 0.0
    hull = SlenderHull(length, wide, draft, volume, hulls, spacing, transom=_TRANSOM[sheet.kind])
    if not 0.4 <= hull.block <= 0.9:
        raise ConfigError(
            f"{sheet.mass:g} kg in {'hulls' if hulls == 2 else 'a hull'} of {length:.3g} x {wide:.3g} x "
            f"{draft:.3g} m is a block "
            f"coefficient of {hull.block:.2f}; the wetted surface is known from 0.4 to 0.9",
            key="--draft", remedy="the draft is that of the hull, without keel and propellers",
        )  # fmt: skip
    return HullSizes(hull, draft_note, beam_note)


def surface_file(sheet: DataSheet, turn: float = 1.0) -> tuple[str, CraftDrive]:
    """The text of the vehicle file, and its drive; ``turn`` multiplies what brakes (no rudder) or makes turns."""
    shape = shape_of(sheet)
    hull = shape.hull
    drive = drive_of(sheet, hull)
    file = FileLines()
    two = hull.hulls == 2
    length, draft, mass = hull.length, hull.draft, sheet.mass
    rudders = sheet.kind == "ship" or drive.count == 1
    side = 0.5 * hull.spacing if two else 0.3 * hull.beam

    file.table("[vehicle]")
    for key, word in (("name", "@name@"), ("title", "@Class@"), ("kind", "ship" if sheet.kind == "ship" else "usv")):
        file.put(key, word)
    file.lines.append("dof = 6")
    file.put("length_oa", sheet.length, "m, sheet")
    file.put("length_pp", length, f"m, estimate: {_PERPENDICULARS:g} of that (0.92 to 1)")
    file.put("beam", sheet.beam, "m, sheet")
    file.put("draft", draft, f"m; {shape.draft_note}")
    if two:
        file.lines.append("hulls = 2")
        file.put(
            "hull_spacing", hull.spacing, "m; " + ("of --hull-spacing" if sheet.hull_spacing else "beam less hull")
        )
        file.put("hull_beam", hull.beam, f"m; {shape.beam_note}")
    _medium(file)

    up = (0.03 * length if two else 0.05 * hull.beam) if sheet.kind != "ship" else 0.02 * hull.beam
    gyration = (0.4 if two else 0.35) * sheet.beam, 0.25 * length, sqrt((0.25 * length) ** 2 + (0.25 * sheet.beam) ** 2)
    inertia = [mass * r**2 for r in gyration]
    word = "0.03 length" if two else "0.02 beam" if sheet.kind == "ship" else "0.05 beam"
    file.table("[rigid_body]")
    file.put("mass", mass, "kg, sheet")
    file.put(
        "r_g",
        (0.0, 0.0, -up),
        f"m, estimate: {'0.03 length' if two else '0.02 beam' if sheet.kind == 'ship' else '0.05 beam'} "
        f"above the water (0 to 3 times)",
    )
    moved = [[inertia[0] + mass * up**2, 0.0, 0.0], [0.0, inertia[1] + mass * up**2, 0.0], [0.0, 0.0, inertia[2]]]
    file.put("inertia_co", moved, f"radii {gyration[0]:.3g}, {gyration[1]:.3g}, {gyration[2]:.3g} m, estimates (15 %)")

    added = _added_mass(hull, mass)
    file.table("[added_mass]")
    file.remark(
        "estimates (30 %): surge Soeding 1982; sway 0.45 rho pi T^2 L, heave 0.1 rho pi B^2 L of each hull; yaw, pitch"
    )
    file.remark("by 0.8 L^2/12; roll " + ("from heave at half of the spacing" if two else "0.2 of the inertia"))
    file.put("matrix_diag", added)
    file.table("[coriolis]")
    file.put("munk", 0.0, "the lift below has the Munk moment in it")

    area, stiff = _restoring(hull, up)
    wet = 0.5 * RHO * hull.surface * FORM
    base = max(0.0, hull.resistance(0.25 * sqrt(_G * length)) / (wet * (0.25 * sqrt(_G * length)) ** 2)
               - hull.friction(0.25 * sqrt(_G * length)))  # fmt: skip
    top = max(0.0, drive.resistance / (wet * drive.speed**2) - hull.friction(drive.speed))
    froude = hull.froude(drive.speed)
    steep = froude > 0.3 and top > base
    sheet_c = min(base, top) if steep else top
    per_speed = drive.resistance / drive.speed**2  # of all, kg/m
    drag = cross_flow_drag(min(max(hull.beam / (2.0 * draft), 0.011), 4.0) * 2.0 * draft, draft) * (1.5 if two else 1.0)
    lift = _lift(hull, added[0], side, per_speed, 1.0 if rudders else turn)

    file.table("[damping]")
    file.remark(
        "estimates (half to twice): sway and yaw decay in 20 sqrt(L/g); heave, roll, pitch with 0.2, 0.1 "
        "(two hulls 0.2)"
    )
    file.remark("and 0.2 of the critical damping" + ("; yaw, quadratic: hulls" if not rudders else ""))
    if not rudders:
        file.remark(
            f"that are swept round, keels and drives by {_SPUN:g} times the cross flow, set by a BlueBoat "
            f"that spins (2 to 10)"
        )
    slow = 20.0 * sqrt(length / _G)
    total = [mass + a for a in added[:3]] + [moved[i][i] + added[3 + i] for i in range(3)]
    zeta = (0.2, 0.2 if two else 0.1, 0.2)  # panels of three ships: heave 0.13 to 0.16, pitch 0.13 to 0.18
    linear = [0.0, total[1] / slow] + [2.0 * z * sqrt(g * m) for z, g, m in zip(zeta, stiff, total[2:5], strict=True)]
    file.put("linear_diag", [*linear, total[5] / slow])
    swept = per_speed * side**3 if two else 0.0
    if not rudders:
        swept += _SPUN * 0.5 * RHO * drag * draft * length**4 / 32.0
    file.put("quadratic_diag", [0.0, 0.0, 0.0, 0.0, 0.0, swept * (1.0 if rudders else turn)])

    file.table("[damping.surge_ittc]")
    file.remark(
        f"estimate: friction by ITTC-57 on {hull.surface:.4g} m2 (Denny and Mumford) times {FORM:g} (1.1 "
        f"to 1.4), waves by"
    )
    file.remark("Michell's integral" + (", transoms by the pressure that they lose" if hull.transom else ""))
    file.remark(_said_of_speed(sheet, drive))
    file.put("coef", wet, "N s2/m2")
    file.put(
        "C_R", sheet_c, "waves, transom" + (" at a Froude number of 0.25" if steep else f" at {drive.speed:.3g} m/s")
    )
    file.put("length", length)
    if steep:
        file.put(
            "hump", (top - base) / (froude - 0.3), f"so that {drive.resistance:.4g} N are left at {drive.speed:.3g} m/s"
        )
        file.put("hump_froude", 0.3)
    file.put("astern", 1.5 if hull.transom else 1.2, "estimate: the stern goes first (1.2 to 2)")

    file.table("[damping.cross_flow]")
    file.put("Cd", drag, "Hoerner by B/2T (30 %)" + ("; the lee hull counts half" if two else ""))
    file.put("T", draft)
    file.table("[damping.body_lift]")
    file.remark(
        "estimates (30 %): Clarke et al. 1983 for each hull"
        + ("; yaw also by the drag of the outer hull" if two else "")
    )
    for key, value in lift.items():
        file.put(key, value)
    if not rudders:
        file.table(
            "[damping.skeg]",
            f"estimate: keels and legs of the drives, {_SKEG:g} of length x draft of each hull (0.02 to 0.08)",
        )
        for key, value in (
            ("x", -0.4 * length),
            ("z", 0.7 * draft),
            ("area", _SKEG * length * draft * hull.hulls),
            ("lift_slope", 2.0),
        ):
            file.put(key, value)

    file.table("[hydrostatics]")
    file.put("model", "linear")
    file.put("axes", "vertical")
    file.put("A_wp", area, f"m2, C_WP {hull.waterplane:.2f}, C_B {hull.block:.2f}, C_M {hull.midship:.2f} (15 %)")
    file.put(
        "GM_T",
        stiff[1] / (mass * _G),
        "m, by the waterplane (Munro-Smith, Morrish) and the height of the centre of gravity",
    )
    file.put("GM_L", stiff[2] / (mass * _G), "m")
    _wind(file, sheet)
    lag = 0.15 * sqrt(sheet.length)
    places = [0.0] if drive.count == 1 else [side * (2.0 * i / (drive.count - 1) - 1.0) for i in range(drive.count)]
    turns = sheet.thruster.turns if sheet.thruster else 0.0
    for i, y in enumerate(places):
        name = (
            "propeller"
            if drive.count == 1
            else f"thruster_{'port' if y < 0 else 'stbd'}"
            if drive.count == 2
            else f"thruster_{i + 1}"
        )
        put_thruster(file, drive, name, (-0.45 * length, y, 0.7 * draft), lag, turns)
    if rudders:
        _rudder(file, length, draft, hull, drive, turn)
    file.table("[command]")
    file.put("type", "propeller_rudder" if rudders else "differential")
    if not rudders:
        file.put("mix", 0.5)
    put_law(file, sheet.thruster)
    file.table("[validity]")
    file.put("froude_max", max(0.4, ROUNDED * froude), "displacement; of the top speed where that is more")
    file.put("speed_max", drive.speed, "m/s; " + ("sheet" if sheet.top_speed else "where thrust is resistance"))
    return file.text, drive


def _said_of_speed(sheet: DataSheet, drive: CraftDrive) -> str:
    if not sheet.top_speed:
        return f"thrust is resistance at {drive.speed:.3g} m/s (20 %)"
    if not drive.by_sizes:
        return "set so that the top speed is that of the sheet"
    return (
        f"set to {drive.ratio:.2f} of that, so that the top speed is that of the sheet; by the sizes alone it would be "
        f"{drive.by_sizes:.3g} m/s"
    )


def _medium(file: FileLines) -> None:
    file.table("[medium]")
    for key, value in (("rho", RHO), ("g", _G), ("nu_kin", 1.19e-6), ("rho_air", 1.225)):
        file.put(key, value)


def _wind(file: FileLines, sheet: DataSheet) -> None:
    file.table("[wind]", "estimates (half to twice): as of other craft of this kind")
    for key, value, comment in (
        ("A_F", 0.15 * sheet.beam * sheet.length, "m2, 0.15 beam x length"),
        ("A_L", 0.15 * sheet.length**2, "m2, 0.15 length^2"),
        ("s_H", 0.08 * sheet.length, "m"), ("s_L", 0.0, "m"), ("CD_t", 0.9, ""), ("CD_l_AF_0", 0.55, ""),
        ("CD_l_AF_pi", 0.6, ""), ("delta", 0.6, ""), ("kappa", 1.1, ""),
    ):  # fmt: skip
        file.put(key, value, comment)


def _added_mass(hull: SlenderHull, mass: float) -> list[float]:
    n, length = hull.hulls, hull.length
    surge = 2.7 * RHO * hull.volume ** (5.0 / 3.0) / length**2 * n
    sway = 0.45 * RHO * pi * hull.draft**2 * length * n
    heave = 0.1 * RHO * pi * hull.beam**2 * length * n  # half a plate's is 0.125; panels of three ships 0.07 to 0.12
    roll = heave * (0.5 * hull.spacing) ** 2 if n == 2 else 0.2 * mass * (0.35 * hull.beam) ** 2
    return [surge, sway, heave, roll, 0.8 * heave * length**2 / 12.0, 0.8 * sway * length**2 / 12.0]


def _restoring(hull: SlenderHull, up: float) -> tuple[float, list[float]]:
    """Waterplane (m2); stiffness in heave (N/m), roll and pitch (N m). ``ConfigError`` where it turns over."""
    c, n = hull.waterplane, hull.hulls
    area = n * c * hull.length * hull.beam
    across = n * hull.length * hull.beam**3 * (0.1216 * c - 0.0410) + area * (0.5 * hull.spacing) ** 2
    along = n * hull.beam * hull.length**3 * (0.350 * c**2 - 0.405 * c + 0.146)
    volume = n * hull.volume
    below = hull.draft * (1.0 / 6.0 + hull.block / (3.0 * c))  # of the centre of buoyancy, Morrish
    heights = [inertia / volume - below - up for inertia in (across, along)]
    if heights[0] <= 0.02 * hull.beam:
        raise ConfigError(
            f"a hull of {hull.beam:.3g} x {hull.draft:.3g} m with {volume * RHO:.4g} kg has a metacentric height of "
            f"{heights[0]:.2g} m: it would turn over", key="--beam", remedy="check beam, draft and mass",
        )  # fmt: skip
    weight = RHO * volume * _G
    return area, [RHO * _G * area, weight * heights[0], weight * heights[1]]


def _lift(hull: SlenderHull, surge: float, side: float, drag: float, turn: float) -> dict[str, float]:
    """Lift of the hulls at speed, Clarke et al. 1983; ``drag`` of all, kg/m, of which the outer hull has more."""
    slender, wide, full = hull.draft / hull.length, hull.beam / hull.length, hull.beam / hull.draft
    scale = 0.5 * RHO * hull.hulls * pi * slender**2
    y_v = -(1.0 + 0.40 * hull.block * full) * scale * hull.length**2
    y_r = -(-0.5 + 2.2 * wide - 0.080 * full) * scale * hull.length**3
    n_v = -(0.5 + 2.4 * slender) * scale * hull.length**3
    n_r = -max(0.25 + 0.039 * full - 0.56 * wide, 0.1) * scale * hull.length**4
    if hull.hulls == 2:
        n_r -= 2.0 * drag * side**2
    return {"Y_uv": y_v, "Y_ur": y_r + surge, "N_uv": n_v, "N_ur": turn * n_r}


def _rudder(file: FileLines, length: float, draft: float, hull: SlenderHull, drive: CraftDrive, turn: float) -> None:
    area = _RUDDER * length * draft * hull.hulls
    loading = drive.resistance / (0.5 * RHO * drive.count * 0.25 * pi * drive.disc**2 * drive.speed**2)
    race = 1.0 + min(0.6 * loading, 2.0)
    file.table("[[actuator]]")
    file.put("name", "rudder")
    file.put("type", "fin")
    file.put("axis", "yaw")
    file.put("x", -0.48 * length, "m, estimate")
    file.put(
        "area",
        area * turn,
        f"m2, estimate: {_RUDDER:g} of length x draft (0.02 to 0.06)"
        + ("" if turn == 1.0 else f", times {turn:.3g} for the turning circle"),
    )
    file.put(
        "CL",
        2.4 * race,
        f"1/rad, estimate: aspect ratio 1.5, in the race of the propeller ({race:.2f} times; 1.2 to 2)",
    )
    file.put("k_flap", 1.0)
    file.put("delta_max", 35.0, "deg, estimate")
    file.put("T_delta", 0.3 * sqrt(length), "s, estimate")
    file.put("two_way", True)
