"""Measure how the cost of an analysis grows with the size of generated programs.

usage: python benchmarks/scaling.py [--family NAME] [--repeat N]

Each family generates programs of one shape whose size doubles four times. For each size: the CPU time of the analysis, the least of N
repetitions, and its steps. The last column compares the growth from the second to the last size with that of n log n: 1.0 grows like it,
2.0 takes twice as long. What is smaller than the second size is left out, since constant costs dominate it.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.check.analyze import analyze
from graphlint.common.big_stack import run_with_big_stack
from graphlint.project.project import Project
from graphlint.rule.registry import discover

DOUBLINGS = 4

STEP = """optimizer.zero_grad()
loss = model(x).pow(2).mean()
loss.backward()
optimizer.step()
"""


def indented(text: str, levels: int) -> str:
    """Return lines with more indentation."""
    return "".join(f"{'    ' * levels}{line}\n" for line in text.splitlines())


def branches(size: int) -> dict[str, str]:
    """Branches in one loop, each of which binds the result of one of two module calls; all results are used after them."""
    made = "".join(f"    net{i}, other{i} = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)\n" for i in range(size))
    choices = "".join(f"part{i} = net{i}(x) if settings.use{i} else other{i}(x)\n" for i in range(size))
    total = "total = " + " + ".join(f"part{i}.mean()" for i in range(size)) + "\n"
    body = choices + total + "optimizer.zero_grad()\ntotal.backward()\noptimizer.step()\n"
    return {"train.py": "import torch\n\ndef fit(loader, settings, optimizer):\n" + made + "    for x in loader:\n" + indented(body, 2)}


def nested_loops(size: int) -> dict[str, str]:
    """Loops in loops around a training step."""
    loops = "".join(f"{'    ' * (level + 1)}for x{level} in loader:\n" for level in range(size))
    step = STEP.replace("(x)", f"(x{size - 1})")
    return {"train.py": "import torch\n\ndef fit(model, loader, optimizer):\n" + loops + indented(step, size + 1)}


def sequential_loops(size: int) -> dict[str, str]:
    """Training loops one after another."""
    return {"train.py": "import torch\n\ndef fit(model, loader, optimizer):\n" + ("    for x in loader:\n" + indented(STEP, 2)) * size}


def call_chain(size: int) -> dict[str, str]:
    """Functions that each call the next one, the last of which trains."""
    last = f"def fit{size}(model, loader, optimizer):\n    for x in loader:\n" + indented(STEP, 2)
    chain = "".join(f"def fit{i}(model, loader, optimizer):\n    fit{i + 1}(model, loader, optimizer)\n\n" for i in range(size))
    return {"train.py": "import torch\n\n" + last + "\n" + chain}


def callers(size: int) -> dict[str, str]:
    """Functions that all call one that trains."""
    last = "def fit(model, loader, optimizer):\n    for x in loader:\n" + indented(STEP, 2)
    made = "    model = torch.nn.Linear(2, 1)\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
    calls = "".join(f"def run{i}(loader):\n{made}    fit(model, loader, optimizer)\n\n" for i in range(size))
    return {"train.py": "import torch\n\n" + last + "\n" + calls}


def module_tree(size: int) -> dict[str, str]:
    """A network of many modules, in lists of ten, that is trained."""
    block = "class Block(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n" + "".join(
        f"        self.part{i} = torch.nn.Linear(2, 2)\n" for i in range(10)
    )
    forward = "    def forward(self, x):\n" + "".join(f"        x = self.part{i}(x)\n" for i in range(10)) + "        return x\n"
    net = "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n" + "".join(
        f"        self.block{i} = Block()\n" for i in range(size // 10)
    )
    run = "    def forward(self, x):\n" + "".join(f"        x = self.block{i}(x)\n" for i in range(size // 10)) + "        return x\n"
    fit = "def fit(loader):\n    model = Net()\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n    for x in loader:\n"
    return {"train.py": "\n".join(("import torch\n", block + "\n" + forward, net + "\n" + run, fit + indented(STEP, 2)))}


def optimizers(size: int) -> dict[str, str]:
    """Networks that are each trained by an optimizer of their own, in one loop."""
    made = "".join(
        f"    model{i} = torch.nn.Linear(2, 1)\n    optimizer{i} = torch.optim.SGD(model{i}.parameters(), lr=0.1)\n" for i in range(size)
    )
    steps = "".join(STEP.replace("optimizer", f"optimizer{i}").replace("model", f"model{i}") for i in range(size))
    return {"train.py": "import torch\n\ndef fit(loader):\n" + made + "    for x in loader:\n" + indented(steps, 2)}


NET = """import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(x)
"""

FIT = """import torch
from net import Net

def fit(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
"""


def files(size: int) -> dict[str, str]:
    """Files that each train a network of one other file."""
    return {"net.py": NET, **{f"train{i}.py": FIT + indented(STEP, 2) for i in range(size)}}


@dataclass(frozen=True, slots=True)
class Family:
    """Programs of one shape: their generator and the smallest size."""

    generate: Callable[[int], dict[str, str]]
    smallest: int


FAMILIES = {
    "branches": Family(branches, 4),
    "nested loops": Family(nested_loops, 1),
    "sequential loops": Family(sequential_loops, 2),
    "call chain": Family(call_chain, 2),
    "callers": Family(callers, 4),
    "module tree": Family(module_tree, 200),
    "optimizers": Family(optimizers, 2),
    "files": Family(files, 4),
}


def measure(texts: dict[str, str], repeat: int) -> tuple[float, int]:
    """Return the least CPU time of several analyses of a project, in seconds, and its steps."""
    rules = tuple(rule() for rule in discover().rules if rule.default)
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, text in texts.items():
            path = Path(folder, name)
            path.write_text(text, encoding="utf-8")
            paths.append(str(path))
        best, steps = math.inf, 0
        for _ in range(repeat):
            project = Project(tuple(paths), (folder,))
            begun = time.thread_time()
            sources = [project.source(path) for path in paths]
            steps = sum(analyze(source, rules, project=project).steps for source in sources if source is not None)
            best = min(best, time.thread_time() - begun)
    return best, steps


def report(name: str, family: Family, repeat: int) -> None:
    """Measure one family and print its row."""
    sizes = [family.smallest * 2**doubling for doubling in range(DOUBLINGS + 1)]
    costs = [measure(family.generate(size), repeat) for size in sizes]
    expected = sizes[-1] * math.log2(2 * sizes[-1]) / (sizes[1] * math.log2(2 * sizes[1]))
    growth = costs[-1][0] / costs[1][0] / expected
    cells = "  ".join(f"{size:>5}: {seconds:6.3f} s {steps:>6}" for size, (seconds, steps) in zip(sizes, costs, strict=True))
    print(f"{name:18}{cells}   {growth:5.2f}", flush=True)


def main(arguments: Sequence[str]) -> int:
    """Measure the families that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", choices=FAMILIES, action="append")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args(arguments)
    for name in options.family or FAMILIES:
        report(name, FAMILIES[name], options.repeat)
    return 0


if __name__ == "__main__":
    run_with_big_stack(lambda: main(sys.argv[1:]))
