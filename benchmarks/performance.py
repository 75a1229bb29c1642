"""What a check costs: against what people would use in its place, and how it grows. Writes the table of docs/internal/performance.md.

usage: python benchmarks/performance.py [--runs N] [--write] [FOLDER | PACKAGE==VERSION] ...

By default over pinned packages from the index: timm, accelerate, lightning and torch. graphlint is measured over all of them, what people
would use in its place over all but torch, which takes the slowest of these an hour; each has an environment of its own. Before and after
each group of tools libcst parses the same files: where these two differ, the machine was disturbed, and their mean is what the ratios are
to. CPU time is user and system time of the process and its children; a figure is the least of N runs (default: 1). With --write the tables
go to docs/internal/performance.md, with the machine named by its cores and its memory.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parse_ratio import LIBCST, folders

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "internal" / "performance.md"
PINNED = ("timm==1.0.20", "accelerate==1.10.1", "lightning==2.5.5", "torch==2.13.0")
OTHERS = {"TorchFix": ("torchfix", ["torchfix"]), "torch-preflight": ("torch-preflight", ["torch-preflight"]), "ruff": ("ruff", ["ruff"])}
CHECK = ("check", "--isolated", "--quiet", "--output-format", "json", "--jobs", "1")
SMALL = ROOT / "examples" / "classifier.py"
# The sizes of generated code.
TIMES = (1, 2, 4, 8)
# What people would use in its place is ended when it takes longer: what it has used until then is the least that it costs.
PATIENCE = 240.0
FOR_EVER = 86_400.0
TIMED_OUT = 124

# Runs a command that is given as JSON, and prints its CPU and wall time in seconds, its memory in MiB and its status.
MEASURE = """
import json, os, resource, signal, subprocess, sys, time
command, patience = json.loads(sys.argv[1]), float(sys.argv[2])
begin = time.perf_counter()
process = subprocess.Popen(command, stdin=sys.stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
try:
    status = process.wait(patience)
except subprocess.TimeoutExpired:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    status = 124
wall = time.perf_counter() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, status]))
"""


@dataclass(frozen=True)
class Cost:
    """CPU and wall time of a command in seconds, memory in MiB, and its exit status."""

    cpu: float
    wall: float
    memory: float
    status: int


def main() -> None:
    """Measure and print the results, and write the document with --write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", nargs="*", default=PINNED, metavar="FOLDER|PACKAGE==VERSION")
    parser.add_argument("--runs", type=int, default=1, help="how often each is measured (default: 1)")
    parser.add_argument("--write", action="store_true", help="write docs/internal/performance.md")
    options = parser.parse_args()
    print("This takes some minutes.", file=sys.stderr)
    with folders(options.code) as found, tempfile.TemporaryDirectory(prefix="graphlint-performance-") as name:
        lines = list(report(list(options.code), found, Path(name), options.runs))
    print("\n".join(lines))
    if options.write:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def report(names: Sequence[str], found: Sequence[Path], temporary: Path, runs: int) -> Iterator[str]:
    """Return the lines of the document."""
    code = Code.of(found)
    yield "# Performance\n"
    yield "Written by `benchmarks/performance.py`, which documents the method. Absolute figures differ between machines; ratios within one"
    yield f"run differ less. This machine had {os.cpu_count()} cores and {memory_of_machine()} GiB of memory, with"
    yield f"Python {sys.version.split()[0]}. `graphlint check --verbose` shows where the time of a run goes.\n"
    packages = ", ".join(map(_shown, names))
    yield f"The code: {packages}: {len(code.files)} files ({code.megabytes:.0f} MB), {len(code.torch)} of which mention torch;"
    yield f"graphlint analyzes {len(code.analysed)}. It runs in one process with JSON output, for which it proves each fix.\n"
    yield from of_graphlint(code, temporary, runs)
    smaller = Code.of([folder for name, folder in zip(names, found, strict=True) if _shown(name).partition("==")[0] != "torch"] or found)
    yield from against_others(smaller, temporary, runs)
    yield from growth(temporary / "grown", runs)


def _shown(name: str) -> str:
    """Return the name of the package, or the last part of a folder's path."""
    return Path(name).name


@dataclass(frozen=True)
class Code:
    """Checked code: folders, their files, the files that mention torch, and the files that graphlint analyzes."""

    folders: tuple[str, ...]
    files: tuple[str, ...]
    torch: tuple[str, ...]
    analysed: tuple[str, ...]

    @classmethod
    def of(cls, found: Sequence[Path]) -> Code:
        """What some folders hold."""
        from graphlint.source.prefilter import can_hold_finding  # noqa: PLC0415

        files = sorted(str(path) for folder in found for path in folder.rglob("*.py") if path.is_file())
        texts = {path: Path(path).read_bytes() for path in files}
        torch = tuple(path for path in files if b"torch" in texts[path])
        return cls(tuple(map(str, found)), tuple(files), torch, tuple(path for path in files if can_hold_finding(texts[path])))

    @property
    def megabytes(self) -> float:
        """Return the size of all files."""
        return sum(os.path.getsize(path) for path in self.files) / 1e6

    def parsed(self, paths: Sequence[str], runs: int) -> Cost:
        """Measure libcst's parse of some of the files."""
        return least([sys.executable, "-c", LIBCST], runs, "\n".join(paths))


def of_graphlint(code: Code, temporary: Path, runs: int) -> Iterator[str]:
    """Return the table of graphlint over all code."""
    here = [sys.executable, "-m", "graphlint"]
    cache = ["--cache-dir", str(temporary / "cache")]
    before = code.parsed(code.torch, runs)
    parsed = code.parsed(code.analysed, runs)
    cold = least([*here, *CHECK, "--no-cache", *code.folders], runs)
    after = code.parsed(code.torch, runs)
    once([*here, *CHECK, "--jobs", "0", *cache, *code.folders])
    warm = least([*here, *CHECK, *cache, *code.folders], max(runs, 5), by="wall")
    small = least([*here, *CHECK, "--no-cache", str(SMALL)], 9, by="wall")
    version = least([*here, "--version"], 9, by="wall")
    floor = (before.cpu + after.cpu) / 2
    yield "## graphlint\n"
    yield "| what | CPU time | relative to floor | wall time | memory | target |\n|---|--:|--:|--:|--:|---|"
    yield row("libcst, parsing the files that mention torch (the floor)", before, floor, "")
    yield row("the same, after graphlint", after, floor, "")
    yield row("libcst, parsing the files that graphlint analyzes", parsed, floor, "")
    yield row(
        "graphlint, cold",
        cold,
        floor,
        f"at most 1.5 times the floor; {cold.cpu / parsed.cpu:.2f} times the line above (at most 2.5); 300 MiB",
    )
    yield row("graphlint, warm", warm, floor, "at most 0.3 s of wall time")
    yield row("graphlint, one small file, cold", small, floor, "at most 0.4 s of wall time")
    yield row("graphlint --version", version, floor, "at most 0.1 s of wall time")
    largest = max(code.torch, key=os.path.getsize)
    yield f"\nThe memory of libcst is determined by one file, {Path(largest).name} of {os.path.getsize(largest) / 1e6:.1f} MB.\n"
    if cold.status == 2:
        yield "Status 2 means that a file could not be checked.\n"


def against_others(code: Code, temporary: Path, runs: int) -> Iterator[str]:
    """Return the table of the other tools."""
    here = [sys.executable, "-m", "graphlint"]
    before = code.parsed(code.torch, runs)
    cold = least([*here, *CHECK, "--no-cache", *code.folders], runs)
    others = []
    for title, (package, command) in OTHERS.items():
        program = environment(temporary / package, package, command[0])
        arguments = ["check", "--isolated", "--no-cache", "--select", "ALL"] if package == "ruff" else arguments_of(package, program)
        others.append(
            (f"{title} {version(temporary / package, package)}", least([str(program), *arguments, *code.folders], runs, patience=PATIENCE))
        )
    after = code.parsed(code.torch, runs)
    floor = (before.cpu + after.cpu) / 2
    yield "## Comparison with other tools\n"
    yield f"Over {len(code.files)} files ({code.megabytes:.0f} MB), {len(code.torch)} of which mention torch: the packages above without"
    yield "torch itself. The target is at least 8 times less CPU time than TorchFix and torch-preflight. ruff is compiled, reads one file"
    yield "at a time and does not model graphs.\n"
    yield "| what | CPU time | relative to floor | wall time | memory | relative to graphlint |\n|---|--:|--:|--:|--:|--:|"
    yield row("libcst, parsing the files that mention torch (the floor)", before, floor, f"{before.cpu / cold.cpu:.2f}")
    yield row("the same, after all others", after, floor, f"{after.cpu / cold.cpu:.2f}")
    yield row("graphlint, cold, one process", cold, floor, "1.00")
    for title, cost in others:
        yield row(title, cost, floor, f"{cost.cpu / cold.cpu:.2f}")
    yield ""


def row(title: str, cost: Cost, floor: float, last: str) -> str:
    """Return a row of a table."""
    if cost.status == TIMED_OUT:
        # The usage of its own child processes is included only after it has waited for them.
        used = (f"more than {cost.cpu:.0f} s", f"more than {cost.cpu / floor:.0f}") if cost.cpu > cost.wall / 2 else ("", "")
        cells = (*used, f"more than {cost.wall:.0f} s", f"{cost.memory:.0f} MiB", f"more than {last}" if used[0] else "")
        return f"| {title}, ended after {PATIENCE:.0f} s | {' | '.join(cells)} |"
    ended = "" if cost.status in (0, 1) else f" (status {cost.status})"
    return f"| {title}{ended} | {cost.cpu:.2f} s | {cost.cpu / floor:.2f} | {cost.wall:.2f} s | {cost.memory:.0f} MiB | {last} |"


def growth(folder: Path, runs: int) -> Iterator[str]:
    """Measure how the cost grows on generated programs: the CPU time in excess of that of an empty file."""
    yield "## Scaling\n"
    yield "CPU time of a cold check of generated code, minus that of an empty file. Linear growth doubles with each column. Budgets are"
    yield "counted in steps (`Limits` in `graphlint/engine/machine/limits.py`): calls deeper than six are not entered, and an analysis that"
    yield "takes too many steps is cut off (`--verbose` names the place). It is tried once more with few paths and iterations, and without"
    yield "entering the functions on which the first attempt spent much and which do not train.\n"
    yield f"| what grows | {' | '.join(f'{times} times' for times in TIMES)} |\n|---|{'--:|' * len(TIMES)}"
    start = least(checked(write(folder / "empty.py", "import torch\n")), max(runs, 5)).cpu
    grown: tuple[tuple[str, Callable[[int], dict[str, str]]], ...] = (
        ("file size: 25 functions with a training loop in one file", lambda n: {"file.py": training(25 * n)}),
        ("call depth: 25 chains of functions that call the next, 2 deep", lambda n: {"file.py": copies(deep_calls(2 * n))}),
        ("loop nesting: 25 loops in loops, 1 deep", lambda n: {"file.py": copies(nested_loops(n))}),
        ("number of files: 50 files with a training loop", lambda n: {f"file_{i}.py": training(1) for i in range(50 * n)}),
    )
    for title, make in grown:
        cells = []
        for times in TIMES:
            home = folder / f"{title.partition(':')[0].replace(' ', '_')}_{times}"
            for name, text in make(times).items():
                write(home / name, text)
            cells.append(f"{max(least(checked(home), max(runs, 3)).cpu - start, 0):.2f} s")
        yield f"| {title} | {' | '.join(cells)} |"
    yield "\nEight nested loops reach the step budget of a function: each level is interpreted a few times until the budget is used up."


TRAINING = """
def train_{number}(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    hidden, total = None, 0.0
    for step, (inputs, targets) in enumerate(batches):
        optimizer.zero_grad()
        if hidden is not None:
            hidden = hidden.detach()
        outputs, hidden = model(inputs, hidden)
        loss = torch.nn.functional.mse_loss(outputs, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
    return total
"""


def training(functions: int) -> str:
    """Return a file of functions with a training loop each."""
    return "import torch\n" + "".join(TRAINING.format(number=number) for number in range(functions))


def copies(program: str) -> str:
    """Return a program as the body of 25 functions: each is analyzed separately, and together they take long enough to measure."""
    body = "".join(f"    {line}\n" if line else "\n" for line in program.splitlines())
    return "import torch\n\n" + "".join(f"def copy_{number}():\n{body}\n\n" for number in range(25))


def deep_calls(depth: int) -> str:
    """Return functions that call one another, and a loss that is backpropagated in the last one."""
    steps = "".join(f"def f{i}(x):\n    return f{i + 1}(x * 2)\n\n\n" for i in range(depth))
    last = f"def f{depth}(x):\n    x.sum().backward()\n\n\n"
    return f"import torch\n\n\n{steps}{last}w = torch.ones(3, requires_grad=True)\nfor _ in range(3):\n    f0(w.exp())\n"


def nested_loops(depth: int) -> str:
    """Return nested loops with a step in the innermost one."""
    head = "import torch\n\nw = torch.ones(3, requires_grad=True)\no = torch.optim.SGD([w], lr=0.1)\n"
    loops = "".join(f"{'    ' * i}for i{i} in range(5):\n" for i in range(depth))
    inner = "".join(f"{'    ' * depth}{line}\n" for line in ("o.zero_grad()", "w.exp().sum().backward()", "o.step()"))
    return head + loops + inner


def checked(path: Path) -> list[str]:
    """Measure a cold check of a path."""
    return [sys.executable, "-m", "graphlint", *CHECK, "--no-cache", str(path)]


def write(path: Path, text: str) -> Path:
    """Write a file and create its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def environment(folder: Path, package: str, program: str) -> Path:
    """Install a program in its own environment."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", package], check=True)
    return folder / "bin" / program


def arguments_of(package: str, program: Path) -> list[str]:
    """Return the arguments with which another tool checks everything."""
    text = subprocess.run([str(program), "--help"], capture_output=True, text=True, check=False).stdout
    if package == "torchfix":
        return ["--select", "ALL"] if "--select" in text else []
    return ["check"] if " check " in text else []


def version(folder: Path, package: str) -> str:
    """Return the version of a package in an environment."""
    shown = subprocess.run([str(folder / "bin" / "pip"), "show", package], capture_output=True, text=True, check=True).stdout
    return next(line.partition(": ")[2] for line in shown.splitlines() if line.startswith("Version"))


def least(command: Sequence[str], runs: int, text: str = "", by: str = "cpu", patience: float = FOR_EVER) -> Cost:
    """Return the minimum cost of a command over some runs."""
    costs = []
    for _ in range(runs):
        costs.append(once(command, text, patience))
        if costs[-1].status == TIMED_OUT:
            break
    return min(costs, key=lambda cost: cost.wall if by == "wall" else cost.cpu)


def once(command: Sequence[str], text: str = "", patience: float = FOR_EVER) -> Cost:
    """Return the cost of one run of a command."""
    line = [sys.executable, "-I", "-c", MEASURE, json.dumps(list(command)), str(patience)]
    # Started in the folder of the project, Python would import graphlint from there, installed or not.
    apart = {**os.environ, "PYTHONSAFEPATH": "1"}
    done = subprocess.run(line, input=text, text=True, capture_output=True, check=True, cwd=tempfile.gettempdir(), env=apart)
    return Cost(*json.loads(done.stdout))


def memory_of_machine() -> int:
    """Return the machine's memory in GiB."""
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


if __name__ == "__main__":
    begin = time.monotonic()
    main()
    print(f"\nmeasured in {time.monotonic() - begin:.0f} s")
