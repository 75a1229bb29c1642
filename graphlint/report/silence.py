"""The output of --explain-silence: for people, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from graphlint.explain.silence.presumed_findings import PresumedEffect
from graphlint.report.terminal_text import visible

if TYPE_CHECKING:
    from graphlint.autograd.sites import Site
    from graphlint.explain.silence.explain_lines import LineExplanation, LineRun, Verdict

FORMATS = ("full", "concise", "json")
ABOUT_STORES = "GL202, GL203"
"""The rules about stored graphs, for which the analysis itself records why a store is not reported."""
PRESUMED = {PresumedEffect.REPORTS: "rests on a presumption", PresumedEffect.SILENCES: "not reported: a presumption"}
MOST_WAYS = 3
"""The most ways to a line that are printed."""


def render(found: Iterable[LineExplanation], output_format: str, *, verbose: bool = False) -> Iterator[str]:
    """Yield the lines of the output.

    Args:
        verbose: print the values of the calls on the line, too.
    """
    if output_format == "json":
        yield json.dumps([_as_json(item) for item in found], indent=2) + "\n"
        return
    for item in found:
        for line in _as_text(item, verbose):
            yield visible(line) + "\n"


def _as_text(item: LineExplanation, verbose: bool) -> Iterator[str]:
    where = f"in `{item.function}`" if item.function else "in module code"
    if item.unreached:
        yield f"{item.path}:{item.line}: {where}: this line is not analyzed"
        yield from (f"  - {reason}" for reason in item.unreached)
        return
    yield f"{item.path}:{item.line}: {where}, {_ways(item)}"
    yield from (f"  reported: {_rule(verdict)}: {verdict.text}" for verdict in item.verdicts if verdict.reported)
    seen = list(dict.fromkeys(event for run in item.runs for event in run.events))
    yield from (f"  seen: {event}" for event in seen)
    if not seen and not item.verdicts and not item.obstacles:
        yield "  nothing on this line builds, uses, frees or stores a graph, as far as the analysis knows"
    for obstacle in item.obstacles:
        places = ", ".join(_place(site, item) for site in obstacle.sites)
        yield f"  not followed: {obstacle.what}{f' ({places})' if places else ''}"
        yield f"    = help: {obstacle.remedy}"
    for text, rules in _by_reason(item.verdicts).items():
        yield f"  not reported: {', '.join(rules)}: {text}{_causes(item, text)}"
    for presumed in item.presumed:
        if presumed.effect in PRESUMED:
            yield f"  {presumed.code} {PRESUMED[presumed.effect]}: {presumed.presumption.sentence}"
    if left := [presumed.presumption.name for presumed in item.presumed if presumed.effect is PresumedEffect.UNKNOWN]:
        yield f"  not examined, because the analyses of the file take too many steps: the presumptions {', '.join(left)}"
    for run in item.runs if verbose else ():
        yield from (f"  call: {call}" for call in run.calls)


def _by_reason(verdicts: Iterable[Verdict]) -> dict[str, list[str]]:
    """Return the rules that are silent for each reason, without those that report another finding on the line."""
    verdicts = list(verdicts)
    found: dict[str, list[str]] = {}
    reported = {verdict.code for verdict in verdicts if verdict.reported}
    for verdict in verdicts:
        if verdict.code not in reported:
            found.setdefault(verdict.text, []).append(_rule(verdict))
    return found


def _causes(item: LineExplanation, text: str) -> str:
    causes = dict.fromkeys(_place(site, item) for verdict in item.verdicts if verdict.text == text for site in verdict.causes)
    return f" ({', '.join(causes)})" if causes else ""


def _rule(verdict: Verdict) -> str:
    return f"{verdict.code}[{verdict.name}]" if verdict.name else verdict.code or ABOUT_STORES


def _ways(item: LineExplanation) -> str:
    """Describe how the analysis reaches a line."""
    ways = list(dict.fromkeys(_way(run, item) for run in item.runs))
    more = f", and in {len(ways) - MOST_WAYS} other ways" if len(ways) > MOST_WAYS else ""
    return f"analyzed {'; '.join(ways[:MOST_WAYS])}{more}"


def _way(run: LineRun, item: LineExplanation) -> str:
    calls = " and ".join(_place(site, item) for site in run.way)
    by = f" by the calls at {calls}" if calls else ""
    if run.root == "<module>":
        return f"from the code of {run.file}{by}" if by or run.file != item.path else "from the top"
    return f"from `{run.root}`{by}" if by else "on its own, with unknown arguments"


def _place(site: Site, item: LineExplanation) -> str:
    return f"line {site.line}" if site.path == item.path else f"{site.path}:{site.line}"


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
        "not_followed": [
            {"what": obstacle.what, "places": [_place_as_json(site) for site in obstacle.sites], "help": obstacle.remedy}
            for obstacle in item.obstacles
        ],
        "rules": [_verdict_as_json(verdict) for verdict in item.verdicts],
        "presumptions": [
            {
                "name": presumed.presumption.name,
                "sentence": presumed.presumption.sentence,
                "code": presumed.code or None,
                "effect": presumed.effect.value,
            }
            for presumed in item.presumed
        ],
    }


def _verdict_as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "code": verdict.code or None,
        "name": verdict.name or None,
        "reported": verdict.reported,
        "reason": verdict.text,
        "causes": [_place_as_json(site) for site in verdict.causes],
    }


def _place_as_json(site: Site) -> dict[str, object]:
    return {"filename": site.path, "row": site.line}
