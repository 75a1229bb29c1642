"""The output of --explain-silence: for people, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from graphlint.report.terminal_text import visible

if TYPE_CHECKING:
    from graphlint.autograd.sites import Site
    from graphlint.check.explain_silence import LineExplanation, LineRun, Verdict

FORMATS = ("full", "concise", "json")


def render(found: Iterable[LineExplanation], output_format: str) -> Iterator[str]:
    """Yield the lines of the output."""
    if output_format == "json":
        yield json.dumps([_as_json(item) for item in found], indent=2) + "\n"
        return
    for item in found:
        for line in _as_text(item):
            yield visible(line) + "\n"


def _as_text(item: LineExplanation) -> Iterator[str]:
    yield f"{item.path}:{item.line}: in {f'`{item.function}`' if item.function else 'module code'}"
    if item.unreached:
        yield "  no run reaches this line"
        for reason in item.unreached:
            yield f"  - {reason}"
    for run in item.runs:
        yield f"  run from {_root(run)}{''.join(f' -> {_place(site)}' for site in run.way)}"
        for limit in run.limits:
            yield f"    limit: {limit}"
        for call in run.calls:
            yield f"    call: {call}"
        for event in run.events:
            yield f"    event: {event}"
        if not run.events:
            yield "    no event: there is nothing for a rule to evaluate on this line in this run"
    for verdict in item.verdicts:
        causes = f" ({', '.join(map(_place, verdict.causes))})" if verdict.causes else ""
        text = f"reported: {verdict.text}" if verdict.reported else verdict.text
        yield f"  {verdict.code or 'interpreter'}: {text}{causes}"


def _root(run: LineRun) -> str:
    return f"the module code of {run.file}" if run.root == "<module>" else f"`{run.root}` ({run.file}), a root"


def _place(site: Site) -> str:
    return f"{site.path}:{site.line}"


def _as_json(item: LineExplanation) -> dict[str, object]:
    return {
        "filename": item.path,
        "row": item.line,
        "function": item.function,
        "unreached": list(item.unreached),
        "runs": [
            {
                "filename": run.file,
                "root": run.root,
                "calls_to_here": [_place_as_json(site) for site in run.way],
                "limits": list(run.limits),
                "calls": list(run.calls),
                "events": list(run.events),
            }
            for run in item.runs
        ],
        "rules": [_verdict_as_json(verdict) for verdict in item.verdicts],
    }


def _verdict_as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "code": verdict.code or None,
        "reported": verdict.reported,
        "reason": verdict.text,
        "causes": [_place_as_json(site) for site in verdict.causes],
    }


def _place_as_json(site: Site) -> dict[str, object]:
    return {"filename": site.path, "row": site.line}
