"""Measure the cost and the coverage of a check over repositories of training code.

usage: python benchmarks/training_code.py [--slowest N] [--write FILE] FOLDER ...

Each FOLDER is a repository. For each one: its files that name torch, the CPU time in which libcst parses them, the CPU time and the memory
of a cold check by one process, and their ratio; then, from one analysis of each file in its project, the runs that ended at the limit of
steps, the places where paths were dropped, and the findings. `--write` adds a line for each file to a table with tabs, which two versions
of graphlint are compared by. Nothing of the repositories is executed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from parse_ratio import measure_alternately

ANALYZE = """
import json, resource, sys, time
from pathlib import Path
from graphlint.check.analyze import Observation, analyze
from graphlint.common.garbage_collection import batch
from graphlint.common.big_stack import run_with_big_stack
from graphlint.engine.roots.observation import Observer
from graphlint.project.project import Project
from graphlint.rule.registry import discover
from graphlint.common.errors import SyntaxProblem

paths = sys.stdin.read().splitlines()
rules = tuple(rule() for rule in discover().rules if rule.default)
project = Project(tuple(paths), (sys.argv[1],))

def measure(path):
    observation, before = Observation(Observer({})), time.process_time()
    try:
        found = analyze(project.source(path), rules, project=project, observation=observation)
    except SyntaxProblem:
        return None
    traces = observation.observer.traces
    spent, dropped = sum(trace.spent is not None for trace in traces), {site for trace in traces for site in trace.dropped}
    lines = Path(path).read_bytes().count(b"\\n")
    return path, lines, time.process_time() - before, found.steps, len(traces), spent, len(dropped), len(found.findings)

def measure_all():
    with batch() as checked:
        for path in paths:
            measured = measure(path)
            if measured is not None:
                print(json.dumps(measured), flush=True)
            checked(1)

run_with_big_stack(measure_all)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@dataclass(frozen=True, slots=True)
class FileCost:
    """The cost of the analysis of one file in CPU seconds and steps, its runs, what they did not reach, and its findings."""

    path: str
    lines: int
    seconds: float
    steps: int
    runs: int
    cut_off: int
    dropped_at: int
    findings: int


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--slowest", type=int, default=5, help="how many of the slowest files to name (default: 5)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="add a line for each file to this table")
    options = parser.parse_args()
    everything: list[FileCost] = []
    for folder in options.folders:
        everything += measured_repository(folder.resolve())
    print(f"\nthe slowest of {len(everything)} files:")
    for cost in sorted(everything, key=lambda cost: -cost.seconds)[: options.slowest]:
        print(f"{cost.seconds:8.2f} s  {cost.lines:6} lines  {cost.cut_off:3} cut off  {cost.findings:3} findings  {cost.path}")
    if options.write is not None:
        with options.write.open("a", encoding="utf-8") as table:
            table.writelines("\t".join(map(str, astuple(cost))) + "\n" for cost in everything)


def measured_repository(folder: Path) -> list[FileCost]:
    """Measure one repository, print its line, and return the costs of its files."""
    files = sorted(path for path in folder.rglob("*.py") if path.is_file() and b"torch" in path.read_bytes())
    if not files:
        print(f"{folder}: no file names torch", file=sys.stderr)
        return []
    (check,), (parse,) = measure_alternately([folder], list(map(str, files)), 1)
    costs, memory = analyzed(folder, files)
    cut_off, runs = sum(cost.cut_off for cost in costs), sum(cost.runs for cost in costs)
    print(
        f"{folder.name}: {len(files)} files, libcst {parse:.1f} s, check {check:.1f} s, ratio {check / parse:.1f}, {memory} MiB, "
        f"{cut_off} of {runs} runs cut off, paths dropped at {sum(cost.dropped_at for cost in costs)} places, "
        f"{sum(cost.findings for cost in costs)} findings",
        flush=True,
    )
    return costs


def analyzed(folder: Path, files: Sequence[Path]) -> tuple[list[FileCost], int]:
    """Return the costs of the analysis of each file, and the memory of the process in MiB."""
    command = [sys.executable, "-c", ANALYZE, str(folder)]
    done = subprocess.run(command, input="\n".join(map(str, files)), text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{folder}: the analysis failed:\n{done.stderr}")
    *lines, memory = done.stdout.splitlines()
    return list(costs_of(lines)), int(memory)


def costs_of(lines: Sequence[str]) -> Iterator[FileCost]:
    """Yield the costs that the process of the analysis has printed."""
    return (FileCost(*json.loads(line)) for line in lines)


if __name__ == "__main__":
    begin = time.monotonic()
    main()
    print(f"\nmeasured in {time.monotonic() - begin:.0f} s")
