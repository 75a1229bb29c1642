"""CPU time of a run by phase and by file, for --verbose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphlint.common.timing import Costs, Phase

SLOWEST = 10


def spent_lines(costs: Costs) -> Iterator[str]:
    """Lines on the CPU time of a run, and on its slowest files."""
    phases = costs.total()
    total = sum(phases.values())
    with_others = f", {costs.in_workers:.2f} s of it in {costs.processes} other processes" if costs.processes else ""
    yield f"{total:.2f} s of CPU time{with_others}:"
    for phase, seconds in phases.items():
        yield f"{seconds:9.2f} s {_share(seconds, total)}  {phase.value}"
    slowest = sorted(costs.files.items(), key=lambda item: (-sum(item[1].values()), item[0]))[:SLOWEST]
    if len(costs.files) > 1:
        yield f"the slowest {len(slowest)} of {len(costs.files)} analyzed files:"
        for path, spent in slowest:
            seconds = sum(spent.values())
            yield f"{seconds:9.2f} s {_share(seconds, total)}  {path} ({_most(spent)})"


def _share(seconds: float, total: float) -> str:
    return f"{100 * seconds / total if total else 0:3.0f} %"


def _most(spent: Mapping[Phase, float]) -> str:
    """The two phases that took most of a file's time."""
    seconds = sum(spent.values())
    largest = sorted(spent.items(), key=lambda item: -item[1])[:2]
    return ", ".join(f"{phase.value} {_share(part, seconds).strip()}" for phase, part in largest)
