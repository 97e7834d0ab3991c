"""Help and version of the alog tools."""

from __future__ import annotations

from usimmarine_py.version import __version__

#: What some tools say of a wrong argument.
USE_HELP = "Use --help for usage. Exiting.   \n"
_SAME = "  -h, --help     this text\n  -v, --version  the version\n"
#: Usage, what the tool does, its options.
_HELP: dict[str, tuple[str, str, str]] = {
    "aloggrep": ("in.alog [VAR] [SOURCE] [out.alog] [OPTIONS]", "Keeps entries of variables or sources; VAR* is any "
                 "name with VAR in it.", "-f replace out.alog, -q neither header nor report, -nc no header,\n"
                 "  -nr no report, -gl keep *_GAP and *_LEN, -ac keep APPCAST, -s sort, -d drop doubles (with -s),\n"
                 "  --sd both, --first, --final: one line; columns: --v, --s, --tv, --tvv, --format=time:var:val:src,\n"
                 "  --subpat=KEY:KEY of a=1,b=2, --kk keep KEY=, between them --csw --csc --cso --css"),
    "alogscan": ("file.alog [OPTIONS]", "Lists variables, their sources, sizes and times.",
                 "--sort=start|stop|vars|proc|chars|lines, -r reverse, -n no colours, --appstat, --loglist,\n"
                 "  --rate_only, --noaux"),
    "alogclip": ("in.alog MIN MAX [out.alog] [OPTIONS]", "Keeps the entries between two times.",
                 "-b several logs, each to NAME_clipped.alog, --suffix=TEXT, -f replace, --verbose"),
    "alogrm": ("in.alog [VAR] [SOURCE] [out.alog] [OPTIONS]", "Removes variables or sources.",
               "--nostr all texts, --nonum all numbers, --clean lines without a time, -f replace, -q no report"),
    "alogsort": ("in.alog [out.alog] [OPTIONS]", "Sorts by time, within a window of entries.",
                 "-c only show what is out of order, --cache=1000, -f replace, -q quiet"),
    "alogpick": ("FILE KEY [KEY ...] [OPTIONS]", "Columns of the values of a=1,b=2 in each line.",
                 "--noformat not aligned, --verbose"),
    "alogavg": ("FILE.log [OPTIONS]", "Mean, least, largest and deviation of column 2 for each value of column 1.",
                "--file=FILE, -np distances from the mean, --noformat not aligned, --verbose"),
    "alogbin": ("FILE.log [OPTIONS]", "Counts numbers by bins.", "--file=FILE, --delta=WIDTH, --verbose"),
    "alogtm": ("FILE.alog --tm=VAR=VALUE VAR [VAR ...] [OPTIONS]", "Shows posts with times since VAR was VALUE.",
               "--mg=S least time between posts, --tf as vcheck lines of tests, --tdelta=S, --vdelta=X, -d5 decimals"),
    "alogcat": ("a.alog b.alog [...] --new=c.alog [OPTIONS]", "Joins logs that do not overlap.",
                "-f replace, --verbose"),
    "alogcd": ("FILE.alog [OPTIONS]", "Counts encounters, near misses and collisions. Exit code: 2 collisions, "
               "3 no encounters.", "-t in one line, --tfile=FILE times of near misses and collisions"),
    "alogiter": ("FILE.alog", "How long applications iterated, and how far apart.", ""),
    "alogmhash": ("FILE.alog [OPTIONS]", "Name of the mission, way and length of the log.",
                  "-m name, -o way, -d duration, -n vehicle, -u start, -x short name, -a all in one line,\n"
                  "  -t without a line end"),
    "alogpare": ("in.alog [out.alog] [OPTIONS]", "Leaves out bulky variables far from marks.",
                 "--markvars=A,B marks, --hitvars=A,*B* always left out, --parevars=A left out away from marks,\n"
                 "  --pare_window=30, --verbose"),
    "alogload": ("FILE.alog [...] [OPTIONS]", "Counts breaches that uLoadWatch saw.",
                 "-t the number alone, -n near breaches, --verbose"),
    "alogsplit": ("FILE.alog [OPTIONS]", "One file for each variable, in FILE_alvtmp.",
                  "--dir=DIR, --detached=VAR:KEY a file for KEY of a=1,b=2, --max_fptrs=N, --verbose"),
    "alogcheck": ("FILE.alog [OPTIONS]", "Conditions on a log. Exit code: 0 passed, 255 failed.",
                  "-s, --start COND; -e, --end COND; -p, --pass COND; -f, --fail COND; -i, --input FILE;\n"
                  "  -o, --output FILE; --verbose. ALOG_TIMESTAMP is the time of the log"),
    "alogeval": ("FILE.alog TESTS.txt [OPTIONS]", "A mission's tests on its log. Exit code: 0 passed, 1 failed.",
                 "--testfile=FILE, --show_seq, --verbose"),
    "aloghelm": ("FILE.alog [VAR ...] [OPTIONS]", "What the helm did.",
                 "-l life of behaviors, -m modes, -b behaviors by state, --watch=BEHAVIOR, --nocolor, --notrunc"),
    "tagrep": ("FILE TAG [OPTIONS]", "Lines below <tag> TAG of a file.",
               "--hdr, --hdr=TEXT before them, -f first line alone, -n no blank lines, -k with the tag, --verbose"),
    "projpt": ("X Y COURSE DISTANCE [OPTIONS]", "The point in a distance on a course.",
               "--p0 to --p5 decimals, --pt as x,y, --ptf as x=1,y=2"),
    "projfield": ("[OPTIONS]", "A grid of points, AA to ZZ.",
                  "--x, --y, --ang, --grid, --offset, --cx, --cy, each with =NUMBER; --pav"),
    "nzero": ("HEADING", "A heading from north, clockwise, as one from east, counter-clockwise.", ""),
}  # fmt: skip


def summary(name: str) -> str:
    """Return what a tool does, in a sentence."""
    return _HELP[name][1]


def help_text(name: str) -> str:
    """Return the help of a tool."""
    usage, does, options = _HELP[name]
    shown = f"\nOptions:\n  {options}\n" if options else "\n"
    return f"Usage:\n  {name} {usage}\n\n{does}\n{shown}{_SAME}"


def version_text(name: str) -> str:
    """Return the version of a tool."""
    return f"{name} of usimmarine_py {__version__}\n"
