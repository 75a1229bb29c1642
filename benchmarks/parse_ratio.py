"""Measure the CPU time of a cold check over real code, as a multiple of the time in which libcst alone parses the same files.

usage: python benchmarks/parse_ratio.py [--runs N] [--slowest N] [FOLDER | PACKAGE] ...

A FOLDER is measured as it is; a PACKAGE (`timm`, or `timm==1.0.0`) is downloaded from the package index, without what it depends on.
By default: timm, accelerate and lightning. Only files that name torch count for libcst; graphlint is given all of them. Each figure is the
least of several runs that take turns, user and system time of a process of its own, starting included. graphlint runs in one process,
without a cache. The bytecode of both was compiled before, as it is in an installation.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PACKAGES = ("timm", "accelerate", "lightning")
LIBCST = """
import sys, gc, libcst
gc.disable()
for path in sys.stdin.read().splitlines():
    with open(path, "rb") as file:
        data = file.read()
    try:
        libcst.parse_module(data)
    except libcst.ParserSyntaxError:
        print("libcst cannot parse", path, file=sys.stderr)
"""
ONE_BY_ONE = """
import json, sys, time
from graphlint.rule.registry import discover
from graphlint.common.garbage_collection import batch
from graphlint.check.check_config import CheckConfig
from graphlint.check.evaluate import check_file
config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
times = []
with batch() as checked:
    for path in sys.stdin.read().splitlines():
        before = time.process_time()
        result = check_file(path, config)
        times.append((time.process_time() - before, path, len(result.diagnostics)))
        checked(result.size)
print(json.dumps(times))
"""


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", nargs="*", default=PACKAGES, metavar="FOLDER|PACKAGE")
    parser.add_argument("--runs", type=int, default=3, help="how often each is measured (default: 3)")
    parser.add_argument("--slowest", type=int, default=10, help="how many of the slowest files to name (default: 10)")
    options = parser.parse_args()
    with folders(options.code) as found:
        files = sorted(str(path) for folder in found for path in folder.rglob("*.py") if path.is_file())
        torch = [path for path in files if b"torch" in Path(path).read_bytes()]
        size = sum(os.path.getsize(path) for path in torch)
        print(f"{len(files)} files, {len(torch)} of them name torch ({size / 1e6:.1f} MB)")
        checks, parses = measure_alternately(found, torch, options.runs)
        print(f"graphlint check: {min(checks):.2f} s of CPU time (of {spread(checks)})")
        print(f"libcst parse:    {min(parses):.2f} s of CPU time (of {spread(parses)})")
        print(f"ratio:           {min(checks) / min(parses):.2f}")
        print_slowest(torch, options.slowest)


def measure_alternately(found: Sequence[Path], torch: Sequence[str], runs: int) -> tuple[list[float], list[float]]:
    """Measure both alternately, so that other load on the machine affects both."""
    check = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", "--jobs", "1", "--output-format", "json", "--quiet"]
    parse = [sys.executable, "-c", LIBCST]
    checks, parses = [], []
    with tempfile.TemporaryDirectory(prefix="graphlint-bytecode-") as bytecode:
        cpu_time([*check, __file__], "", (0, 1, 2), bytecode)
        cpu_time(parse, __file__, (0,), bytecode)
        for _ in range(runs):
            checks.append(cpu_time([*check, *map(str, found)], "", (0, 1, 2), bytecode))
            parses.append(cpu_time(parse, "\n".join(torch), (0,), bytecode))
    return checks, parses


def cpu_time(command: Sequence[str], text: str, statuses: Sequence[int], bytecode: str) -> float:
    """Return the user and system time of a process that keeps its bytecode in a folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = bytecode
    before = os.times()
    with tempfile.TemporaryFile("w+") as errors:
        done = subprocess.run(
            command, input=text, text=True, stdout=subprocess.DEVNULL, stderr=errors, check=False, env=environment
        )  # fmt: skip
        errors.seek(0)
        said = errors.read()
    after = os.times()
    if said:
        print(said.rstrip(), file=sys.stderr)
    if done.returncode not in statuses:
        sys.exit(f"{command[:4]} ended with {done.returncode}")
    return after.children_user - before.children_user + after.children_system - before.children_system


def print_slowest(torch: Sequence[str], number: int) -> None:
    """Print the files that took graphlint longest, with their share of the total."""
    command = [sys.executable, "-c", ONE_BY_ONE]
    done = subprocess.run(command, input="\n".join(torch), text=True, capture_output=True, check=True)
    times = sorted(json.loads(done.stdout), reverse=True)
    total = sum(seconds for seconds, _, _ in times)
    print(f"\nthe {min(number, len(times))} slowest files, of {total:.2f} s in all:")
    for seconds, path, findings in times[:number]:
        lines = Path(path).read_bytes().count(b"\n")
        print(f"{seconds * 1000:8.1f} ms  {lines:6} lines  {findings:3} findings  {path}")


def spread(times: Sequence[float]) -> str:
    """Return all measurements, which show how quiet the machine was."""
    return ", ".join(f"{seconds:.2f}" for seconds in times)


@contextmanager
def folders(code: Sequence[str]) -> Iterator[list[Path]]:
    """Return the given folders, and a temporary one for each given package."""
    with tempfile.TemporaryDirectory(prefix="graphlint-benchmark-") as temporary:
        yield [Path(name).resolve() if Path(name).is_dir() else download(name, Path(temporary)) for name in code]


def download(package: str, temporary: Path) -> Path:
    """Download and unpack the wheel of a package."""
    target = temporary / package.replace("=", "_")
    wheels = target / "wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(wheels), package]
    subprocess.run(command, check=True)
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target / "code")
        print(wheel.stem.rpartition("-py")[0])
    return target / "code"


if __name__ == "__main__":
    begin = time.monotonic()
    main()
    print(f"\nmeasured in {time.monotonic() - begin:.0f} s")
