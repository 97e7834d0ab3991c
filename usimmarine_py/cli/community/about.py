"""What a stand-in says of itself: ``--help``, ``--example``, ``--interface`` and ``--version``."""

from __future__ import annotations

import sys

from usimmarine_py.check.blocks import block_names, example_of, key_set
from usimmarine_py.check.variables import interface_of, program_mail
from usimmarine_py.cli.progress import say
from usimmarine_py.field.programs import field_program
from usimmarine_py.launch.standins.switches import EXIT_CODES, kind_of
from usimmarine_py.version import __version__

#: Arguments and purpose of what has no block of keys.
_USAGE = {
    "pAntler": ('[FILE.moos] [--Key=Value ...] ["NAMES"]', "Starts the community of a mission file."),
    "MOOSDB": ("[FILE.moos] [--MOOSCommunity=NAME] [--MOOSPort=N] [--MOOSTimeWarp=W]", "The MOOSDB of a community."),
    "uPokeDB": ("[FILE.moos] [--host=H] [--port=N] [--cache] VAR=VALUE VAR:=TEXT ...", "Posts to a MOOSDB."),
    "uQueryDB": ("[FILE.moos] [--host=H] [--port=N] [--condition=C] [--pass_condition=C] [--fail_condition=C]\n"
                 "  [--wait=S] [--check_var=VAR] [--csv|--esv|--wsv|--vo]", "Exit code 0 when the conditions hold."),
    "uXMS": ("[FILE.moos] [VAR ...] [--all|-a] [--alll] [--src=APP,APP] [--filter=BEGINNING] [--history=VAR]\n"
             "  [--show=source,time,community,aux] [-s] [-st] [--novirgins|-g] [--clean|-c] [--trunc=N] [-t]\n"
             "  [--mode=events|paused|streaming] [-p] [--termint=S] [--colormap=NAME,COLOUR] [--colorany=NAME,NAME]\n"
             "  [--alias=NAME] [--serverhost=H] [--serverport=N]", "Shows variables of a MOOSDB."),
    "uHelmScope": ("[FILE.moos] [VAR ...] [--streaming|-s] [--noscope|-x] [--noposts|-p] [--novirgins|-g]\n"
                   "  [--clean|-c] [--trunc|-t] [--life|-l] [--alias=NAME] [--serverhost=H] [--serverport=N]",
                   "Shows what the helm does."),
    "uTermCommand": ("FILE.moos [--alias=NAME] [--host=H] [--port=N]",
                     "Posts by cues typed on a terminal: cmd = CUE --> VAR --> VALUE; q ends it."),
    "uMAC": ("[FILE.moos] [--host=H] [--port=N]", "Shows the reports of applications."),
    "uMACView": ("[FILE.moos] [--host=H] [--port=N]", "Shows the reports of applications."),
    "xlaunch.sh": ("[--max_time=S] [ARGUMENTS of launch.sh]", "Runs ./launch.sh until the mission is evaluated."),
    "nsplug": ("IN OUT [MACRO=VALUE ...] [--path=DIR:DIR] [--force] [--strict] [--xfile]", "Expands a template."),
    "nspatch": ("BASE PATCH [--target=FILE]", "Makes a patched file of a mission or behaviour file."),
    "pickpos": ("--amt=N --polygon=X,Y:X,Y:... [--buffer=M] [--spd=LOW:HIGH] [--hdg] [--vnames]", "Draws positions."),
    "pluck": ("FILE LINE --fld=NAME [-nl]", "Prints a field of a line a=1,b=2."),
    "gen_obstacles": ("--poly=X,Y:X,Y:... --amt=N [--min_size=M] [--max_size=M] [--min_range=M]", "Draws obstacles."),
    "mhash_gen": ("", "Prints a name for a mission."),
    "ipaddrs.sh": ("", "Prints the address of this machine: localhost."),
    "get_heron_info.sh": ("", "Fails: this machine is no Heron."),
    "ktm": ("", "Ends all stand-ins of this user."),
    "mykill": ("", "Ends all stand-ins of this user."),
}  # fmt: skip


#: Whose program it does the work of, as its own ``--version`` says.
_RELEASE = "24.8"


def main() -> int:
    """Print what the switch asks for; the exit code is that of the original."""
    name, switch = sys.argv[1], kind_of(sys.argv[2])
    block = next((known for known in block_names() if known.lower() == (field_program(name) or name).lower()), "")
    if switch == "version":
        say(f"{name} of usimmarine_py {__version__}, in place of that of MOOS-IvP\nVersion {_RELEASE}")
    elif switch == "example":
        say(example_of(key_set(block)) if block else f"{name} has no block in a mission file.")
    elif switch == "interface":
        say(_interface(name, block))
    else:
        usage, purpose = _USAGE.get(name) or ("FILE.moos [ALIAS] [--alias=NAME]", key_set(block).about if block else "")
        say(f"Usage:\n  {name} {usage}\n\n{purpose}\n\n  --help, --example, --interface, --version")
        if block:
            say(f"\nKeys of its block: usim keys {block}")
    return EXIT_CODES.get(name, 0)


def _interface(name: str, block: str) -> str:
    """Return what a program reads and posts."""
    known = field_program(name) or block or name
    found = interface_of(known) if known in program_mail() else ""
    return f"{name}\n{found or 'Reads and posts what its arguments or its block name.'}"
