"""Cost of a check of one large tree, most of whose files have nothing to do with PyTorch: cold and warm, CPU time and memory.

python benchmarks/monorepo.py --files 20000 --torch 200 FOLDER
python benchmarks/monorepo.py FOLDER                              # 200,000 files, 2,000 of them with torch; nightly
python benchmarks/monorepo.py FOLDER --cpu 240 --memory 800 --warm 6      # fail beyond these seconds and megabytes

The tree is checked, checked again, and copied to another folder and checked there, as a runner does with a restored cache.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

OTHER = '''"""Module {number}."""

import json
from . import module{before}


class Record{number}:
    def __init__(self, path):
        self.path, self.data = path, None

    def load(self):
        with open(self.path) as stream:
            self.data = json.load(stream)
        return module{before}


def total(rows):
    return sum(len(row) for row in rows) + {number}
'''
TRAINING = '''"""Training {number}."""

import torch
from torch import nn


class Model{number}(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear({width}, {width}), nn.ReLU(), nn.Linear({width}, 1))

    def forward(self, x):
        return self.layers(x)


def train(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss{suffix}
    return total


if __name__ == "__main__":
    model = Model{number}()
    train(model, [(torch.rand(8, {width}), torch.rand(8, 1))] * 100, torch.optim.SGD(model.parameters(), lr=0.1))
'''
FILES_OF_A_PACKAGE = 100


def generate(folder: Path, files: int, with_torch: int) -> None:
    """Write a tree: packages of a hundred modules, of which some train."""
    chosen = frozenset(random.Random(0).sample(range(files), with_torch))
    (folder / "pyproject.toml").write_text("")
    for number in range(files):
        package = folder / f"team{number // (50 * FILES_OF_A_PACKAGE)}" / f"package{number // FILES_OF_A_PACKAGE}"
        if number % FILES_OF_A_PACKAGE == 0:
            package.mkdir(parents=True, exist_ok=True)
            (package / "__init__.py").write_text("")
        text = TRAINING if number in chosen else OTHER
        suffix = "" if number % 10 == 0 else ".item()"
        (package / f"module{number}.py").write_text(
            text.format(number=number, before=max(number - 1, 0), width=8 + number % 7, suffix=suffix)
        )


class Cost(NamedTuple):
    """Seconds of CPU time, and megabytes of the process that takes most."""

    seconds: float
    megabytes: int


def measured(folder: Path, name: str) -> Cost:
    """Print and return the cost of a check."""
    start = time.perf_counter()
    command = (sys.executable, "-I", "-m", "graphlint", ".", "--isolated", "--exit-zero", "--quiet", "--output-format", "concise")
    with tempfile.TemporaryFile() as output:
        running = subprocess.Popen(command, cwd=folder, stdout=output)
        _, status, used = os.wait4(running.pid, 0)
        wall, spent = time.perf_counter() - start, used.ru_utime + used.ru_stime
        output.seek(0)
        findings = output.read().count(b"\n")
    if status:
        raise SystemExit(f"{name}: the check has failed")
    cost = Cost(spent, used.ru_maxrss // 1024)
    print(f"{name}: {spent:.1f} s CPU, {wall:.1f} s, {cost.megabytes} MB, {findings} findings", flush=True)
    return cost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=200_000)
    parser.add_argument("--torch", type=int, default=2_000)
    parser.add_argument("--cpu", type=float, help="the most seconds of CPU time of the first check")
    parser.add_argument("--memory", type=int, help="the most megabytes of any check")
    parser.add_argument("--warm", type=float, help="the most seconds of CPU time of the second check")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    if not options.folder.exists():
        options.folder.mkdir(parents=True)
        generate(options.folder, options.files, options.torch)
        os.sync()
    cold, warm = measured(options.folder, "cold"), measured(options.folder, "warm")
    with tempfile.TemporaryDirectory(dir=options.folder.parent) as other:
        shutil.copytree(options.folder, Path(other) / "tree")
        moved = measured(Path(other) / "tree", "moved")
    print(f"moved: {moved.seconds / cold.seconds:.1%} of cold")
    limits = ((cold.seconds, options.cpu), (warm.seconds, options.warm), (max(cold.megabytes, moved.megabytes), options.memory))
    if any(limit is not None and value > limit for value, limit in limits):
        raise SystemExit("a limit is exceeded")


if __name__ == "__main__":
    main()
