"""The budget of a function entered alone: most of it is held back until something happens to graphs."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

from graphlint.check.analyze import Analysis, analyze
from graphlint.engine.machine.limits import Limits
from graphlint.rule.registry import discover
from graphlint.source.source import Source

CONVERTS = """import torch

def convert(state, maps):
    with torch.no_grad():
        pass
"""
TRAINS = """
def fit(model, x, y):
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    loss.backward()
"""
QUIET = CONVERTS + "".join(f"    state['a{i}'] = maps[{i}].size + {i}\n" for i in range(Limits().quiet_steps))
"""A function that only stores values: it takes several times the steps of a quiet run."""


TRIAL = """import torch

def trial(data, shuffle, log):
    net = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in data:
        loss = net(x).sum()
        if log:
            loss.backward()
        if shuffle:
            optimizer.step()
            optimizer.zero_grad()
"""


def check(text: str) -> Analysis:
    rules = [rule() for rule in discover().rules if rule.default]
    return analyze(Source("train.py", text), rules)


def codes(text: str) -> list[str]:
    return [item.code for item in check(text).findings]


def test_a_run_in_which_nothing_happens_ends_early() -> None:
    limits = Limits()
    assert limits.quiet_steps < check(QUIET).steps < 2 * limits.quiet_steps
    assert check(QUIET + "    loss = state['loss'].detach\n    loss.backward()\n").steps > 3 * limits.quiet_steps


def test_a_backward_after_a_long_quiet_part_is_followed() -> None:
    assert codes(QUIET + "    (state['w'] ** 2).sum().backward()\n    loss = (state['w'] ** 2).exp()\n" + TRAINS) == ["GL101"]
    late = "    loss = (state['w'] ** 2).exp().sum()\n    loss.backward()\n    loss.backward()\n"
    assert codes(QUIET + late) == ["GL101"]
    assert codes(QUIET + late.replace("backward()\n", "backward(retain_graph=True)\n", 1)) == []


def test_a_callee_that_trains_after_a_long_quiet_part_is_followed() -> None:
    assert codes(QUIET + "    fit(state, maps, maps)\n" + TRAINS) == ["GL101"]
    assert codes(QUIET + "    fit(state, maps, maps)\n" + TRAINS.replace("    loss.backward()\n", "", 1)) == []


def test_a_run_goes_on_after_an_event() -> None:
    forward = "    net = torch.nn.Linear(2, 2)\n    y = net(maps)\n    state['y'] = y\n"
    early = QUIET.replace("    state['a0']", forward + "    state['a0']", 1)
    assert codes(early + "    state['g'] = y.grad\n") == ["GL404"]
    assert codes(early + "    state['g'] = net.weight.grad\n") == []


def test_a_mistake_that_needs_no_graph_is_found_after_a_long_quiet_part() -> None:
    assert codes(QUIET + "    torch.no_grad()\n") == ["GL302"]
    assert codes(QUIET + "    with torch.no_grad():\n        pass\n") == []


def test_paths_of_a_call_are_one_path_once_its_objects_are_gone() -> None:
    def steps(trials: int) -> int:
        return check(TRIAL + "".join(f"trial(data, shuffles[{i}], logs[{i}])\n" for i in range(trials))).steps

    few, many = steps(4), steps(8)
    assert many < 2.2 * few


TRAINING = """import torch

def fit(model, optimizer, loader, stop, log):
    for inputs, targets, rows in loader:
        loss = model(inputs).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""
SEARCH = """
        for row in rows:
            for symbol in row:
                if int(symbol) == stop:
                    break
                log(symbol)
"""


def test_paths_that_differ_in_names_which_are_not_read_again_are_joined() -> None:
    def steps(searches: int) -> int:
        return check(TRAINING + SEARCH * searches).steps

    assert steps(4) - steps(0) < 12 * steps(0)


REPORTS = "".join(f"    report['a{i}'] = loader[{i}].size + {i}\n" for i in range(Limits().foreign_steps // 6))
FITS = f"""import torch

def fit(model, loader, report):
{REPORTS}    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
"""
MANAGES = """import torch
from fits import fit

class Manager:
    def train(self, loader, report):
        model = torch.nn.Linear(2, 2)
        fit(model, loader, report)
        fit(model, loader, report)
"""
SCORES = """import torch
from manages import Manager

def scores(manager, loader):
    manager.train(loader, {})
    with torch.no_grad():
        return [x.sum() for x in loader]
"""


def test_a_repetition_of_a_run_goes_as_far_into_other_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A method whose callers may disable grad mode is run twice; the second run replaces the first."""
    monkeypatch.chdir(tmp_path)
    backward, reset = "        loss.backward()\n", "        optimizer.zero_grad()\n"
    correct = FITS.replace(backward + reset, reset + backward)
    for fits, wanted in ((FITS, ["GL502"]), (correct, [])):
        for name, text in (("fits", fits), ("manages", MANAGES), ("scores", SCORES)):
            Path(name + ".py").write_text(text, encoding="utf-8")
        assert [item["code"] for item in run(".", "--isolated", "--output-format", "json").json] == wanted
