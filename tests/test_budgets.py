"""The budget of a function entered alone: most of it is held back until something happens to graphs."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import indent
from types import FrameType

import pytest
from support import Run

from graphlint.check.analyze import Analysis, analyze
from graphlint.engine.machine.limits import Limits
from graphlint.engine.machine.machine import Machine
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


def test_a_caller_in_which_nothing_happens_ends_before_its_own_training_would() -> None:
    limits = Limits()
    lines = "".join(f"    state['b{i}'] = maps[{i}].size + {i}\n" for i in range(limits.quiet_caller_steps))
    called, own = (
        QUIET + lines + "    fit(state, maps, maps)\n" + TRAINS,
        QUIET + lines + "    fit(state, maps, maps).backward()\n" + TRAINS,
    )
    fits = check(TRAINS).steps
    assert limits.quiet_caller_steps < check(called).steps - fits < 2 * limits.quiet_caller_steps
    assert check(own).steps - fits > 3 * limits.quiet_caller_steps


PARTS = """import torch

class Part:
    def __init__(self, state):
        self.state = state
        self.size = len(state)

class Holder:
    def __init__(self, state):
{parts}
    def convert(self, maps):
        with torch.no_grad():
            return maps.size
{method}"""


@pytest.mark.parametrize(
    ("method", "is_small"),
    [("", True), ("    def fit(self, x):\n        self.part0.state(x).sum().backward()\n", False)],
    ids=["converts", "trains"],
)
def test_the_receiver_of_a_class_that_trains_is_constructed_whole(method: str, is_small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    entered: list[int] = []
    monkeypatch.setattr(Machine, "note_passed_by", lambda machine, function: entered.append(function.code.at[0]))
    parts = "".join(f"        self.part{i} = Part(state)\n" for i in range(Limits().quiet_construction_steps))
    check(PARTS.format(parts=parts, method=method))
    assert bool(entered) is is_small


def test_a_run_goes_on_after_an_event() -> None:
    forward = "    net = torch.nn.Linear(2, 2)\n    y = net(maps)\n    state['y'] = y\n"
    early = QUIET.replace("    state['a0']", forward + "    state['a0']", 1)
    assert codes(early + "    state['g'] = y.grad\n") == ["GL404"]
    assert codes(early + "    state['g'] = net.weight.grad\n") == []


def test_a_mistake_that_needs_no_graph_is_found_after_a_long_quiet_part() -> None:
    assert codes(QUIET + "    torch.no_grad()\n") == ["GL302"]
    assert codes(QUIET + "    with torch.no_grad():\n        pass\n") == []


LONG = "".join(f"{'    ' * depth}for {name} in maps:\n" for depth, name in enumerate("abcde")) + "".join(
    f"{'    ' * 5}state['a{number}'] = e[{number}].size + {number}\n" for number in range(Limits().quiet_steps)
)
"""Nested loops that take more steps than the code of a module may, also on one path."""


@pytest.mark.parametrize(
    ("block", "depth", "call"),
    [
        ("with torch.no_grad():\n", 1, ""),
        ("@torch.no_grad()\ndef show(maps, state):\n", 1, "show(maps, state)\n"),
        ("def show(maps, state):\n    with torch.inference_mode():\n", 2, "show(maps, state)\n"),
    ],
)
def test_no_grad_mode_outlasts_a_run_that_ends_at_its_limit(block: str, depth: int, call: str) -> None:
    """The functions of a file are run as roots after its module code."""
    train = "def train(x):\n    net = torch.nn.Linear(2, 2)\n    loss = net(x).sum()\n    loss.backward()\n"
    text = "import torch\nfrom data import maps, state\n" + train + block + indent(LONG, "    " * depth) + call
    assert codes(text) == []
    assert "GL107" in codes(text.replace("    loss = ", "    torch.set_grad_enabled(False)\n    loss = "))


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


ACCUMULATION = """import torch

def fit(loader, every):
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
"""
ACCUMULATED = """
        for step, x in enumerate(loader):
            loss = model(x).pow(2).mean() / every
            loss.backward()
            if step % every == 0:
                optimizer.step()
                optimizer.zero_grad()
"""


def test_paths_that_have_accumulated_gradients_more_or_less_often_are_joined() -> None:
    def steps(loops: int) -> int:
        return check(ACCUMULATION + ACCUMULATED * loops).steps

    assert steps(4) < 5 * steps(1)


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


SHOWN = 20
SHOWS = "".join(
    f"def show{number}(log):\n"
    + "".join(f"    log['a{line}'] = log[{line}].size + {line}\n" for line in range(Limits().function_steps // 300))
    + "\n"
    for number in range(SHOWN)
)
LOGS = f"""import torch

{SHOWS}
def fit(loader, log):
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(9):
        for x in loader:
            optimizer.zero_grad()
            loss = model(x).pow(2).sum()
            loss.backward(retain_graph=True)
            optimizer.step()
""" + "".join(f"            show{number}(log)\n" for number in range(SHOWN))
"""A function that trains: each call that logs is short, but all of them in all iterations take more steps than it has."""


def test_functions_that_concern_no_graphs_leave_a_coarse_run_its_end() -> None:
    assert codes(LOGS) == ["GL201"]
    assert codes(LOGS.replace("retain_graph=True", "")) == []


CHOICES = "".join(
    f"if settings.use{number}:\n    extra{number} = nets[{number}](x)\n    extra{number}.sum().backward()\n" for number in range(400)
)
MANY_CHOICES = f"""import torch

def fit(model, nets, loader, settings, optimizer):
    for epoch in range(settings.epochs):
        for x in loader:
            optimizer.zero_grad()
{indent(CHOICES, " " * 12)}
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()

            total = LAST
    return total
"""
"""A training loop with many choices: the last line is reached after far more steps than the function has on all paths."""


def test_a_function_with_many_choices_is_analyzed_to_its_end() -> None:
    first = check(MANY_CHOICES.replace("LAST", "loss.backward()"))
    assert ([item.code for item in first.findings], first.notes) == (["GL101"], ())
    second = check(MANY_CHOICES.replace("LAST", "loss.item()"))
    assert ([item.code for item in second.findings], second.notes) == ([], ())


def test_a_loop_that_ran_before_is_not_repeated_for_nothing() -> None:
    """Each loop in a loop is repeated once, not in each repetition of those around it."""

    def steps(depth: int) -> int:
        head = "import torch\n\ndef fit(model, loader, optimizer, log):\n"
        loops = "".join(f"{'    ' * (level + 1)}for x{level} in loader:\n" for level in range(depth))
        body = ("optimizer.zero_grad()", f"loss = model(x{depth - 1}).sum()", "loss.backward()", "optimizer.step()")
        return check(head + loops + "".join(f"{'    ' * (depth + 1)}{line}\n" for line in body)).steps

    assert steps(6) < 4 * steps(3)


HELPERS = f"""import torch

def describe(report, loader):
{REPORTS}

def clip(model, most):
    if positive(most):
        torch.nn.utils.clip_grad_norm_(model.parameters(), most)

def positive(most):
    return most > 0
"""
CLIPS = """import torch
from helpers import clip, describe

def fit(model, loader, report, most):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    describe(report, loader)
    describe(report, loader)
    for x in loader:
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.zero_grad()
        clip(model, most)
        optimizer.step()
"""


def test_a_part_of_the_budget_for_other_files_is_kept_for_helpers(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    backward, reset = "        loss.backward()\n", "        optimizer.zero_grad()\n"
    Path("helpers.py").write_text(HELPERS, encoding="utf-8")
    for text, wanted in ((CLIPS, ["GL502"]), (CLIPS.replace(backward + reset, reset + backward), [])):
        Path("clips.py").write_text(text, encoding="utf-8")
        assert [item["code"] for item in run(".", "--isolated", "--output-format", "json").json] == wanted


def nested(depth: int) -> str:
    """Return loops in loops, each of which collects the losses of the loop in it and adds them up."""
    head, tail, indent = "def fit(model, loader, optimizer):\n    total = 0\n", "", "    "
    for level in range(depth):
        head += f"{indent}losses{level} = []\n{indent}for x{level} in loader:\n"
        tail = f"{indent}total += sum(losses{level})\n" + tail
        indent += "    "
    last = depth - 1
    body = (f"loss = model(x{last}).sum()", "optimizer.zero_grad()", "loss.backward()", "optimizer.step()", f"losses{last}.append(loss)")
    return head + "".join(f"{indent}{line}\n" for line in body) + tail + "    return total\n"


def summed(depth: int) -> str:
    """Return loops in loops, of three iterations each, in the innermost of which losses are added up."""
    lines = ["import torch", "model, total = torch.nn.Linear(2, 1), 0"]
    lines += [f"{'    ' * level}for step{level} in range(3):" for level in range(depth)]
    lines.append(f"{'    ' * depth}total = total + model(torch.randn(4, 2)).sum()")
    return "\n".join(lines) + "\n"


def calls_per_step(text: str, *codes: str, built_in: bool = False) -> float:
    """Return the number of Python calls in the engine for each step of an analysis: a measure of time that is the same everywhere.

    With `built_in`, calls such as that of `list.pop` count, too: a search of the graph makes them.
    """
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call" or (built_in and event == "c_call")

    check(text)
    sys.setprofile(count)
    try:
        found = check(text)
    finally:
        sys.setprofile(None)
    assert {item.code for item in found.findings} == set(codes)
    return calls / found.steps


def test_the_cost_of_a_step_does_not_grow_with_the_depth_of_loops() -> None:
    # Deeper loops exceed the budget, and are run again.
    assert calls_per_step(nested(6), "GL202", "GL203") < 2 * calls_per_step(nested(3), "GL202", "GL203")


def test_the_cost_of_a_step_does_not_grow_with_the_length_of_a_sum() -> None:
    assert calls_per_step(summed(6), "GL202", built_in=True) < 2 * calls_per_step(summed(3), "GL202", built_in=True)


def test_loops_over_constants_in_loops_are_executed_a_bounded_number_of_times() -> None:
    """Each level of three iterations would multiply the steps by three, until the budget is spent twice."""
    deep, shallow = check(summed(8)), check(summed(4))
    assert not deep.notes
    assert [item.code for item in deep.findings] == ["GL202"]
    assert deep.steps < 2 ** (8 - 4 + 1) * shallow.steps


LEVELS = """import torch

class Levels:
    def __init__(self, dims, weights, mode):
        self.weights, self.mode = weights, mode
        self.coders = [torch.nn.Linear(each, each) for each in dims]

    def noise(self, features):
        noisy = features.clone()
        for row in range(features.shape[0]):
            for _ in range(self.mode["times"]):
                start = torch.randint(0, features.shape[1], (1,)).item()
{copies}
        return noisy

    def step(self, features):
        loss = torch.tensor(0.0)
        for index in range(len(self.coders)):
            if self.weights[index] == 0:
                level = torch.tensor(0.0)
            elif self.mode["softmax"]:
                level = (self.coders[index](self.noise(features[index]).softmax(1)) - features[index].softmax(1)).pow(2).mean()
            else:
                given = self.noise(features[index])
                if self.mode["pair"]:
                    given = self.noise(features[index]) + given
                level = (self.coders[index](given) - features[index]).pow(2).mean()
            loss += level
        loss.backward()
"""


def test_a_path_that_outlasts_those_with_a_graph_does_not_show_that_a_loss_has_none() -> None:
    """The run gives up the paths on which a level has a weight, and the one that is left skips all levels: its loss has no graph."""
    copies = ("                noisy[row, start:] = features[row, start:]\n" * 60).rstrip()
    assert "GL107" not in codes(LEVELS.format(copies=copies))
    skips_all = LEVELS.format(copies=copies).replace("self.weights[index] == 0", "self.weights is not None or True")
    assert "GL107" in codes(skips_all)
