"""A typical user project: packages, a script, a notebook, tests with their own settings, vendored code, a repository."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

# GL101 on line 5, by way of another file, which calls it twice.
STEPS = """\
import torch


def finish(loss, optimizer):
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
"""
TRAIN = """\
import torch

from lab.steps import finish


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for batch in batches:
        loss = model(batch).pow(2).mean()
        finish(loss, optimizer)
        finish(loss, optimizer)
        history.append(loss.item())
    return history


train(torch.nn.Linear(3, 1), [torch.randn(2, 3)])
"""
METRICS = """\
import torch

w = torch.randn(3, requires_grad=True)
(w * w).sum().backward(retain_graph=True)
"""
PLOT = """\
import torch

from tools.helpers import shape

model = torch.nn.Linear(2, 1)
model.train
model(torch.ones(1, 2)).mean().backward()
print(shape(model))
"""
HELPERS = """\
def shape(model):
    return tuple(model.weight.shape)
"""
SCRIPT = """\
import torch
from mylib import prepared

w = torch.randn(3, requires_grad=True)
loss = (w * w).sum()
loss.backward()
value = prepared(loss)
value.backward()
"""
OLD = METRICS
SETTINGS = """\
src = ["src"]
exclude = ["vendor/"]

[effects]
"mylib.prepared" = "keeps"
"""
NESTED = """\
extend = "../graphlint.toml"
extend-ignore = ["GL201"]
"""


def cell(*lines: str) -> dict[str, object]:
    """A code cell as Jupyter stores it."""
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": [f"{line}\n" for line in lines]}


NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Exploring\n"]},
        cell("%matplotlib inline", "import torch", "w = torch.randn(3, requires_grad=True)"),
        cell("!nvidia-smi", "(w * w).sum().backward(retain_graph=True)"),
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
FILES = {
    ".gitignore": "scratch/\n",
    "graphlint.toml": SETTINGS,
    "script.py": SCRIPT,
    "src/lab/__init__.py": "",
    "src/lab/steps.py": STEPS,
    "src/lab/train.py": TRAIN,
    "src/lab/metrics.py": METRICS,
    "src/tools/__init__.py": "",
    "src/tools/helpers.py": HELPERS,
    "src/tools/plot.py": PLOT,
    "tests/graphlint.toml": NESTED,
    "tests/test_metrics.py": METRICS,
    "notebooks/explore.ipynb": json.dumps(NOTEBOOK, indent=1) + "\n",
    "vendor/old.py": OLD,
    "scratch/idea.py": OLD,
}


def build(folder: Path) -> None:
    """Lay the project out, and commit it.

    Args:
        folder: where; it has to be there.
    """
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    user = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for arguments in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "begin")):
        subprocess.run(["git", *user, *arguments], cwd=folder, check=True, capture_output=True)
