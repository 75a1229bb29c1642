"""A fix must not make the program raise where it did not: a method of tensors on a number, an operation on a list, `item()` of many."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

TRAINING = """\
import torch
from torch import nn
{imports}
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
{before}
for i in range(10):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    {store}
    with torch.no_grad():
        number = model(torch.randn(8, 3)).pow(2).mean().item()
    {other}
"""
METER = """\
import torch


class Meter:
    def __init__(self):
        self.sum = 0.0

    def update(self, val, n=1):
        self.sum += val * n
"""
GUARDED = "val.detach() if torch.is_tensor(val) else val"


def fixed(run: Run, *options: str) -> str:
    done = run(".", "--isolated", "--no-cache", "--fix", "--unsafe-fixes", *options)
    return done.out + done.err


def write(project: Path, **parts: str) -> Path:
    path = project / "train.py"
    path.write_text(TRAINING.format(**({"imports": "", "before": "", "store": "", "other": ""} | parts)))
    return path


def test_a_meter_of_another_file_that_also_receives_numbers_detaches_tensors_only(run: Run, project: Path) -> None:
    """`loss` and `loss.item()` are passed to one method: `val.detach()` raises AttributeError for the number."""
    write(
        project,
        imports="from meter import Meter",
        before="train, valid = Meter(), Meter()",
        store="train.update(loss, 8)",
        other="valid.update(number, 8)",
    )
    (project / "meter.py").write_text(METER)
    assert "1 finding fixed" in fixed(run)
    assert (project / "meter.py").read_text() == METER.replace("val * n", f"({GUARDED}) * n")


def test_a_meter_that_receives_tensors_only_detaches_them_all(run: Run, project: Path) -> None:
    """The twin: no test of the class is needed."""
    write(project, imports="from meter import Meter", before="train = Meter()", store="train.update(loss, 8)")
    (project / "meter.py").write_text(METER)
    assert "1 finding fixed" in fixed(run)
    assert (project / "meter.py").read_text() == METER.replace("val * n", "val.detach() * n")


def test_a_function_called_in_a_loop_over_tensors_and_numbers(run: Run, project: Path) -> None:
    """The call cannot detach: its argument is a tensor in one iteration and a number in the other."""
    path = write(
        project,
        before='history = {"a": [], "b": []}\n\n\ndef log(name, val):\n    history[name].append(val)\n\n',
        other='for name, val in (("a", loss), ("b", number)):\n        log(name, val)',
    )
    before = path.read_text()
    assert "1 finding fixed" in fixed(run)
    assert path.read_text() == before.replace(".append(val)", f".append({GUARDED})")


def test_a_list_of_a_helper_is_stacked_and_not_left_a_list(run: Run, project: Path) -> None:
    """`log_probs * weights` raises TypeError for a list, which the function that makes it returns."""
    path = project / "train.py"
    text = """\
import torch

policy = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())


def rollout():
    log_probs, rewards = [], []
    for _ in range(8):
        dist = torch.distributions.Categorical(logits=policy(torch.randn(4)))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        rewards.append(1.0)
    return log_probs, rewards


for episode in range(3):
    log_probs, rewards = rollout()
    log_probs = torch.tensor(log_probs)
    optimizer.zero_grad()
    loss = -(log_probs * torch.tensor(rewards)).mean() + policy(torch.ones(4)).pow(2).mean()
    loss.backward()
    optimizer.step()
"""
    path.write_text(text)
    assert "1 finding fixed" in fixed(run)
    assert path.read_text() == text.replace("torch.tensor(log_probs)", "torch.stack(log_probs)")


@pytest.mark.parametrize("read", ["total += loss.item()", "total += float(loss)", "print(loss.item())"])
def test_a_loss_whose_number_is_read_is_reduced_where_it_is_computed(run: Run, project: Path, read: str) -> None:
    """`loss.mean().backward()` leaves `loss.item()`, which raises for several elements."""
    path = write(project, before="total = 0.0", store=read)
    text = path.read_text().replace(".mean()\n    opt.zero", "\n    opt.zero")
    path.write_text(text)
    assert "1 finding fixed" in fixed(run)
    assert path.read_text() == text.replace("loss = model(torch.randn(8, 3)).pow(2)", "loss = model(torch.randn(8, 3)).pow(2).mean()")


def test_a_loss_whose_number_is_not_read_is_reduced_for_backward(run: Run, project: Path) -> None:
    """The twin: the program may need the loss of each sample."""
    path = write(project, before="worst = []", store="worst.append(loss.detach().max())")
    text = path.read_text().replace(".mean()\n    opt.zero", "\n    opt.zero")
    path.write_text(text)
    assert "1 finding fixed" in fixed(run)
    assert path.read_text() == text.replace("loss.backward()", "loss.mean().backward()")


def test_no_graph_is_retained_over_a_step(run: Run, project: Path) -> None:
    """The help says to compute the loss again: a retained graph would be that of the old parameters."""
    write(project, other="loss.backward()")
    reported = run(".", "--isolated", "--no-cache").out
    assert "call `backward()` once, or compute the loss again after the step" in reported
    assert "retain_graph" not in reported
