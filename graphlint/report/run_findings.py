"""The findings of `graphlint confirm`: for people, and as JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphlint.common.counts import counted
from graphlint.confirm.status import Bytes, RunFinding, Status
from graphlint.report import agent, html
from graphlint.report.full import finding_lines
from graphlint.report.json_format import finding_object, related_object
from graphlint.report.style import Style

END_OF_SENTENCE = re.compile(r"\. | \(|\n")
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


@dataclass(frozen=True)
class RunReport:
    """The findings of a run. `ran_on` names the library and the interpreter, `bound` the limit that ended loops or the run, "" if none."""

    findings: Sequence[RunFinding]
    ran_on: str
    bound: str = ""


def render_full(report: RunReport, style: Style) -> Iterator[str]:
    """The report for people."""
    for result in report.findings:
        if result.status is Status.CONFIRMED:
            yield from finding_lines(result.diagnostic, style, fixable=False, evidence=[(label(result), evidence(result))])
        else:
            bare = [(label(result), result.witness.message)]
            yield from finding_lines(result.diagnostic, style, fixable=False, evidence=bare)
        yield "\n"
    yield from (f"{line}\n" for line in summary(report))


def label(result: RunFinding) -> str:
    """Return the status in words."""
    return "shown only by the run" if result.only_in_run else result.status.value.replace("-", " ")


def evidence(result: RunFinding) -> str:
    """Return what the run showed of a confirmed finding."""
    witness = result.witness
    parts = [f"in iteration {witness.iteration}"] if witness.iteration is not None else ["in the run"]
    if witness.bytes is not None:
        parts.append(memory(witness.bytes))
    return ", ".join(parts) + (f": {first_sentence(witness.message)}" if witness.message else "")


def first_sentence(message: str) -> str:
    """Return the first sentence of a message of PyTorch, without what it adds in parentheses."""
    return END_OF_SENTENCE.split(message, maxsplit=1)[0]


def memory(size: Bytes) -> str:
    """Return the bytes in words."""
    if not size.total:
        return "no saved tensors are retained, only the nodes of the graph"
    return f"{in_units(size.per_iteration)} of saved tensors per iteration, {in_units(size.total)} in total"


def in_units(size: int) -> str:
    """Return a number of bytes in the largest unit below it."""
    number, unit = float(size), 0
    while number >= 1024 and unit < len(UNITS) - 1:
        number, unit = number / 1024, unit + 1
    return f"{size} bytes" if not unit else f"{number:.1f} {UNITS[unit]}"


def summary(report: RunReport) -> Iterator[str]:
    """The number of findings by status, and how the program ran."""
    numbers = Counter(result.status for result in report.findings if not result.only_in_run)
    new = sum(result.only_in_run for result in report.findings)
    words = [f"{numbers[status]} {status.value.replace('-', ' ')}" for status in Status if numbers[status]]
    found = f"{counted(sum(numbers.values()), 'finding')}: {', '.join(words)}." if words else "The check has no findings."
    yield found + (f" {counted(new, 'finding')} shown only by the run." if new else "")
    yield f"Ran on {report.ran_on}{'; ' + report.bound if report.bound else ''}."


def render_json(report: RunReport, style: Style) -> Iterator[str]:  # noqa: ARG001  JSON has no style
    """The findings as one JSON array."""
    yield json.dumps([json_object(result) for result in report.findings], indent=2, ensure_ascii=True) + "\n"


def json_object(result: RunFinding) -> Mapping[str, object]:
    """One finding as in the JSON of `check`, with its status and what the run showed."""
    witness, size = result.witness, result.witness.bytes
    return {
        **finding_object(result.diagnostic),
        "status": result.status.value,
        "only_in_run": result.only_in_run,
        "witness": {
            "iteration": witness.iteration,
            "message": witness.message or None,
            "bytes": None if size is None else {"per_iteration": size.per_iteration, "total": size.total},
            "places": [related_object(place) for place in witness.places],
        },
    }


def render_agent(report: RunReport, style: Style) -> Iterator[str]:  # noqa: ARG001  an agent's text has no style
    """The report for coding agents."""
    yield f"graphlint: {' '.join(summary(report))} {agent.QUOTED}\n"
    path = None
    for result in report.findings:
        if result.diagnostic.place.path != path:
            path = result.diagnostic.place.path
            yield f"{agent.shown_path(path)}\n"
        confirmed = result.status is Status.CONFIRMED
        # The text of an exception is the program's.
        shown = f"{label(result)} | {evidence(result) if confirmed else result.witness.message}"
        yield from (f"{line}\n" for line in agent.finding_lines(result.diagnostic, [shown]))


def render_html(report: RunReport, style: Style) -> Iterator[str]:  # noqa: ARG001  a page has its own style
    """The report as a page, with pictures of what the run showed."""
    entries = []
    for result in report.findings:
        shown = evidence(result) if result.status is Status.CONFIRMED else result.witness.message
        entries.append(html.Entry(result.diagnostic, result.life, (f"{label(result)}: {shown}",)))
    yield from html.page("graphlint confirm", entries, list(summary(report)))


RUN_FORMATS: Mapping[str, Callable[[RunReport, Style], Iterator[str]]] = {
    "full": render_full,
    "agent": render_agent,
    "json": render_json,
    "html": render_html,
}
