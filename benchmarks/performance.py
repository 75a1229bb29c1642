"""What a check costs: against what people would use in its place, and how it grows. Writes the table of docs/performance.md.

usage: python benchmarks/performance.py [--runs N] [--write] [FOLDER | PACKAGE==VERSION] ...

By default over pinned packages from the index: timm, accelerate, lightning and torch. Every tool runs in an environment of its own, one
after the other, so that what disturbs the machine disturbs all; a figure is the least of N runs (default: 1). CPU time is user and system
time of the process and its children; ratios are to libcst's parse of the files that mention torch. With --write the table goes to
docs/performance.md, with the machine named by its cores and its memory.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parse_ratio import LIBCST, folders

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "performance.md"
PINNED = ("timm==1.0.20", "accelerate==1.10.1", "lightning==2.5.5", "torch==2.13.0")
OTHERS = {"TorchFix": ("torchfix", ["torchfix"]), "torch-preflight": ("torch-preflight", ["torch-preflight"]), "ruff": ("ruff", ["ruff"])}
CHECK = ("check", "--isolated", "--quiet", "--output-format", "json", "--jobs", "1")
SMALL = ROOT / "examples" / "classifier.py"

# Runs a command that is given as JSON, and prints its CPU and wall time in seconds, its memory in MiB and its status.
MEASURE = """
import json, resource, subprocess, sys, time
command = json.loads(sys.argv[1])
begin = time.perf_counter()
done = subprocess.run(command, stdin=sys.stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
wall = time.perf_counter() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, done.returncode]))
"""


@dataclass(frozen=True)
class Cost:
    """What a command used: CPU and wall time in seconds, memory in MiB; `status` is how it ended."""

    cpu: float
    wall: float
    memory: float
    status: int


def main() -> None:
    """Measure, print, and write if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", nargs="*", default=PINNED, metavar="FOLDER|PACKAGE==VERSION")
    parser.add_argument("--runs", type=int, default=1, help="how often each is measured (default: 1)")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    options = parser.parse_args()
    with folders(options.code) as found, tempfile.TemporaryDirectory(prefix="graphlint-performance-") as name:
        lines = list(report(list(options.code), found, Path(name), options.runs))
    print("\n".join(lines))
    if options.write:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def report(names: Sequence[str], found: Sequence[Path], temporary: Path, runs: int) -> Iterator[str]:
    """The lines of the document."""
    files = sorted(str(path) for folder in found for path in folder.rglob("*.py") if path.is_file())
    torch = [path for path in files if b"torch" in Path(path).read_bytes()]
    parsed = analysed(found)
    yield "# What a check costs\n"
    yield "Written by `benchmarks/performance.py`, which says how it is measured. Figures differ between machines; ratios within one"
    yield f"run do less. This was a machine with {os.cpu_count()} cores and {memory_of_machine()} GiB of memory,"
    yield f"Python {sys.version.split()[0]}.\n"
    size = sum(os.path.getsize(path) for path in files) / 1e6
    yield f"The code: {', '.join(names)}: {len(files)} files ({size:.0f} MB), {len(torch)} of which mention torch;"
    yield f"graphlint analyses {len(parsed)}.\n"
    yield from against_others(found, torch, parsed, temporary, runs)
    yield from growth(temporary / "grown", runs)


def against_others(found: Sequence[Path], torch: Sequence[str], parsed: Sequence[str], temporary: Path, runs: int) -> Iterator[str]:
    """The table of tools."""
    here = [sys.executable, "-m", "graphlint"]
    paths = [str(folder) for folder in found]
    cache = ["--cache-dir", str(temporary / "cache")]
    floor = least([sys.executable, "-c", LIBCST], runs, "\n".join(torch))
    rows = [("libcst, parsing the files that mention torch (the floor)", floor)]
    rows.append(("libcst, parsing the files that graphlint analyses", least([sys.executable, "-c", LIBCST], runs, "\n".join(parsed))))
    rows.append(("graphlint, cold, one process", least([*here, *CHECK, "--no-cache", *paths], runs)))
    once([*here, *CHECK, *cache, *paths])
    rows.append(("graphlint, warm", least([*here, *CHECK, *cache, *paths], max(runs, 3))))
    for title, (package, command) in OTHERS.items():
        program = environment(temporary / package, package, command[0])
        arguments = ["check", "--isolated", "--no-cache", "--select", "ALL"] if package == "ruff" else arguments_of(package, program)
        rows.append((f"{title} {version(temporary / package, package)}", least([str(program), *arguments, *paths], runs)))
    rows.append(("graphlint, one small file, cold", least([*here, *CHECK, "--no-cache", str(SMALL)], 5)))
    rows.append(("graphlint --version", least([*here, "--version"], 5)))
    yield "| what | CPU time | to the floor | wall time | memory |\n|---|--:|--:|--:|--:|"
    for title, cost in rows:
        failed = "" if cost.status in (0, 1) else f" (ended with {cost.status})"
        yield f"| {title}{failed} | {cost.cpu:.2f} s | {cost.cpu / floor.cpu:.2f} | {cost.wall:.2f} s | {cost.memory:.0f} MiB |"
    yield ""


def growth(folder: Path, runs: int) -> Iterator[str]:
    """How the cost grows, on generated programs: the CPU time beyond that of an empty file."""
    yield "## How it grows\n"
    yield "CPU time of a cold check of generated code, without what an empty file costs. Linear growth doubles with each column.\n"
    yield "| what grows | 1 | 2 | 4 | 8 |\n|---|--:|--:|--:|--:|"
    start = least(checked(write(folder / "empty.py", "import torch\n")), max(runs, 3)).cpu
    for title, make in (
        ("functions with a training loop in one file, 25 times", lambda n: {"file.py": TRAINING * 25 * n}),
        ("calls, each deeper by one, 4 times", lambda n: {"file.py": deep_calls(4 * n)}),
        ("loops in loops", lambda n: {"file.py": nested_loops(n)}),
        ("files with a training loop, 50 times", lambda n: {f"file_{i}.py": TRAINING for i in range(50 * n)}),
    ):
        cells = []
        for times in (1, 2, 4, 8):
            home = folder / f"{len(title)}_{times}"
            for name, text in make(times).items():
                write(home / name, text)
            cells.append(f"{max(least(checked(home), max(runs, 2)).cpu - start, 0):.2f} s")
        yield f"| {title} | {' | '.join(cells)} |"


TRAINING = """
def train(model, batches):
    import torch
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


def deep_calls(depth: int) -> str:
    """Functions that call one another, and a loss that is walked in the last."""
    steps = "".join(f"def f{i}(x):\n    return f{i + 1}(x * 2)\n\n\n" for i in range(depth))
    last = f"def f{depth}(x):\n    x.sum().backward()\n\n\n"
    return f"import torch\n\n\n{steps}{last}w = torch.ones(3, requires_grad=True)\nfor _ in range(3):\n    f0(w.exp())\n"


def nested_loops(depth: int) -> str:
    """Loops in one another, with a step in the innermost."""
    head = "import torch\n\nw = torch.ones(3, requires_grad=True)\no = torch.optim.SGD([w], lr=0.1)\n"
    loops = "".join(f"{'    ' * i}for i{i} in range(5):\n" for i in range(depth))
    inner = "".join(f"{'    ' * depth}{line}\n" for line in ("o.zero_grad()", "w.exp().sum().backward()", "o.step()"))
    return head + loops + inner


def checked(path: Path) -> list[str]:
    """A cold check of a path."""
    return [sys.executable, "-m", "graphlint", *CHECK, "--no-cache", str(path)]


def write(path: Path, text: str) -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def analysed(found: Sequence[Path]) -> list[str]:
    """The files that graphlint analyses."""
    from graphlint.prefilter import can_hold_finding  # noqa: PLC0415

    paths = (path for folder in found for path in sorted(folder.rglob("*.py")) if path.is_file())
    return [str(path) for path in paths if can_hold_finding(path.read_bytes())]


def environment(folder: Path, package: str, program: str) -> Path:
    """A program in an environment of its own."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", package], check=True)
    return folder / "bin" / program


def arguments_of(package: str, program: Path) -> list[str]:
    """How another tool is told to check everything."""
    text = subprocess.run([str(program), "--help"], capture_output=True, text=True, check=False).stdout
    if package == "torchfix":
        return ["--select", "ALL"] if "--select" in text else []
    return ["check"] if " check " in text else []


def version(folder: Path, package: str) -> str:
    """The version that an environment has of a package."""
    shown = subprocess.run([str(folder / "bin" / "pip"), "show", package], capture_output=True, text=True, check=True).stdout
    return next(line.partition(": ")[2] for line in shown.splitlines() if line.startswith("Version"))


def least(command: Sequence[str], runs: int, text: str = "") -> Cost:
    """What a command costs at the least of some runs."""
    return min((once(command, text) for _ in range(runs)), key=lambda cost: cost.cpu)


def once(command: Sequence[str], text: str = "") -> Cost:
    """What one run of a command costs."""
    line = [sys.executable, "-I", "-c", MEASURE, json.dumps(list(command))]
    done = subprocess.run(line, input=text, text=True, capture_output=True, check=True)
    return Cost(*json.loads(done.stdout))


def memory_of_machine() -> int:
    """The machine's memory in GiB."""
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


if __name__ == "__main__":
    begin = time.monotonic()
    main()
    print(f"\nmeasured in {time.monotonic() - begin:.0f} s")
