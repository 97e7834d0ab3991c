"""The report as it is printed on a terminal (MOOS application conventions 7.5)."""

from __future__ import annotations

from usimmarine_py.moos.appcasting.appcast import Report

HEAD_WIDTH = 62
EVENTS_WIDTH = 67
#: Printed before each report, so that the newest stands alone on a small screen.
LEAD = "\n" * 9


def terminal_report(report: Report) -> str:
    """The lines of a report, without the leading newlines; ends in a newline."""
    left = f"{report.app} {report.community}".rstrip()
    right = f"{len(report.config_warnings)}/{report.run_warning_total}({report.iteration})"
    rule = "=" * HEAD_WIDTH
    lines = [rule, left + right.rjust(max(HEAD_WIDTH - len(left), len(right) + 1)), rule]
    if report.config_warnings:
        count = len(report.config_warnings)
        lines.append(f"Configuration Warnings: {count}")
        lines += [f" [{i} of {count}]: {text}" for i, text in enumerate(report.config_warnings, 1)]
        lines.append("")
    if report.run_warnings:
        lines.append(f"Runtime Warnings: {report.run_warning_total}")
        lines += [f" [{count}]: {text}" for text, count in report.run_warnings]
        lines.append("")
    lines += [*report.lines, ""]
    if report.events:
        rule = "=" * EVENTS_WIDTH
        lines += [rule, f"Most Recent Events ({len(report.events)}):", rule, *reversed(report.events)]
    return "\n".join(lines) + "\n"
