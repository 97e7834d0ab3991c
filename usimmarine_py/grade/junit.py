"""Grades as JUnit XML, which every CI service shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from usimmarine_py.grade.grade import ERROR, FAILED, Grade
from usimmarine_py.sums import plain_sum


def junit_xml(grades: Sequence[Grade]) -> bytes:
    """Return one suite, a test case a mission; its seconds are real ones."""
    counts = {
        "tests": len(grades),
        "failures": sum(grade.outcome == FAILED for grade in grades),
        "errors": sum(grade.outcome == ERROR for grade in grades),
    }
    total = {
        **{name: str(count) for name, count in counts.items()},
        "time": f"{plain_sum(g.seconds for g in grades):.3f}",
    }
    suites = ElementTree.Element("testsuites", {"name": "usim grade", **total})
    # readers that check by the schema of Jenkins take "skipped" here only
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "usim grade", **total, "skipped": "0"})
    for grade in grades:
        path = Path(grade.file)
        case = ElementTree.SubElement(
            suite,
            "testcase",
            {
                "classname": path.parent.as_posix(),
                "name": path.name,
                "file": grade.file,
                "time": f"{grade.seconds:.3f}",
            },
        )
        if grade.outcome in (FAILED, ERROR):
            kind = "failure" if grade.outcome == FAILED else "error"
            found = ElementTree.SubElement(case, kind, {"message": plain("; ".join(grade.reasons)), "type": kind})
            more = [f"repeat: {grade.repeat}"] if grade.repeat else []
            found.text = plain("\n".join([*grade.reasons, *more, *grade.places]))
        output = [f"ended {grade.ended} at {grade.time:g} s, seed {grade.seed}"] if grade.outcome != ERROR else []
        output += [f"{name}: {line}" for name, text in grade.reports.items() for line in text.splitlines()]
        output += [f"warning: {text}" for text in grade.warnings]
        output += [f"kept in {grade.kept}"] if grade.kept else []
        ElementTree.SubElement(case, "system-out").text = plain("\n".join(output))
    ElementTree.indent(suites)
    text: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def plain(text: str) -> str:
    """Return a text without characters that XML cannot hold."""
    return "".join(c if c in "\t\n" or (c.isprintable() and c not in "\ufffe\uffff") else "?" for c in text)
