"""The explanation of a traceback: for people in the form of the findings of a check, or as one JSON object."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from graphlint.common.counts import counted
from graphlint.report import agent
from graphlint.report.full import finding_lines
from graphlint.report.json_format import fix_object
from graphlint.report.style import Style
from graphlint.report.terminal_text import visible

if TYPE_CHECKING:
    from graphlint.explain.answer import Explanation

FORMATS = ("text", "agent", "json")
LONGEST_HEADLINE = 90


def render(found: Explanation, output_format: str, style: Style) -> Iterator[str]:
    """Yield the lines of the output."""
    if output_format == "json":
        yield json.dumps(as_object(found), indent=2, ensure_ascii=True) + "\n"
    elif output_format == "agent":
        yield from (f"{line}\n" for line in agent_lines(found))
    else:
        yield from _as_text(found, style)


def agent_lines(found: Explanation) -> Iterator[str]:
    """Yield the explanation in the format for coding agents."""
    status = f"{found.certainty.degree}cause found, {counted(len(found.causes), 'place')}" if found.is_determined else "cause not found"
    yield f"graphlint: 1 error, {status}. {agent.QUOTED}"
    # The text of an exception is the program's, too.
    headline = f"raised | {agent.shortened(found.headline, LONGEST_HEADLINE)}"
    doubts = (*found.notes, *((found.certainty.note,) if found.certainty.note else ()))
    if found.diagnostic is not None:
        yield agent.shown_path(found.diagnostic.place.path)
        shown = replace(found.diagnostic, message=headline, notes=(found.means,), help=found.help)
        yield from agent.finding_lines(shown, (f"note: {doubt}" for doubt in doubts))
    else:
        where = f"{agent.shown_path(found.raised[0])}:{found.raised[1]}: " if found.raised is not None else ""
        yield f"{where}{visible(headline)}"
        yield from (f"  note: {agent.shortened(visible(note), agent.LONGEST_TEXT)}" for note in (found.means, *doubts))
        if found.help:
            yield f"  help: {agent.shortened(visible(found.help), agent.LONGEST_TEXT)}"
    yield from (f"  try: {agent.shortened(visible(step), agent.LONGEST_TEXT)}" for step in found.next)


def _as_text(found: Explanation, style: Style) -> Iterator[str]:
    headline = textwrap.shorten(found.headline, LONGEST_HEADLINE, placeholder=" ...")
    notes = (found.means, *found.notes, *((found.certainty.note,) if found.certainty.note else ()))
    if found.diagnostic is not None:
        shown = replace(found.diagnostic, message=headline, notes=notes)
        yield from finding_lines(shown, style, False)
        rows = (shown.place.start.row, *(each.place.start.row for each in shown.related))
        margin = " " * (1 + len(str(max(rows))))
    else:
        margin = "  "
        where = f"{visible(found.raised[0])}:{found.raised[1]}: " if found.raised is not None else ""
        yield f"{style.bold(where)}{visible(headline)}\n"
        yield from (f"  {style.dim('=')} {style.bold('note')}: {visible(note)}\n" for note in notes)
        if found.help:
            yield f"  {style.dim('=')} {style.bold('help')}: {visible(found.help)}\n"
    for step in found.next:
        yield f"{margin}{style.dim('=')} {style.bold('try')}: {visible(step)}\n"
    if found.url:
        yield f"{margin}{style.dim('=')} {style.bold('see')}: {found.url}\n"
    if found.diff:
        yield "\n"
        yield from (f"{style.changed(visible(line))}\n" for line in found.diff)


def as_object(found: Explanation) -> dict[str, object]:
    """Return the explanation as an object that JSON can hold."""
    diagnostic = found.diagnostic
    raised: dict[str, object] | None = None
    if diagnostic is not None:
        raised = {"filename": _absolute(diagnostic.place.path), "row": diagnostic.place.start.row, **_cell(diagnostic.place.start.cell)}
    elif found.raised is not None:
        raised = {"filename": found.raised[0], "row": found.raised[1]}
    return {
        "code": found.code or None,
        "name": found.name or None,
        "message": found.headline,
        "raised": raised,
        "causes": [
            {
                "role": cause.role.value,
                "filename": _absolute(cause.path),
                "row": cause.position.row,
                **_cell(cause.position.cell),
                "message": cause.message,
            }
            for cause in found.causes
        ],
        "certainty": found.certainty.value,
        "notes": [found.means, *found.notes],
        "help": found.help or None,
        "next": list(found.next),
        "fix": fix_object(diagnostic.fix) if diagnostic is not None and diagnostic.fix is not None else None,
        "url": found.url,
    }


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100  Path.absolute does not tidy


def _cell(number: int | None) -> dict[str, object]:
    return {} if number is None else {"cell": number}
