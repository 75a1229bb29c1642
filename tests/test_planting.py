"""The planters that choose places by syntax: the bug that each plants, the place of the expected finding, and when each refuses."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from plant_bugs import Selection, excuses
from planting.mutants import Mutant
from planting.program import Program
from planting.syntax import extraction, gradients, order, removal, uncalled

TRAINING = """\
import torch


def fit(model, optimizer, data):
    total = 0.0
    losses = []
    for batch in data:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()
        total += loss.item()
        losses.append(loss.detach())
    model.eval()
    return total, losses
"""
GAN = """\
def fit(G, D, opt_G, opt_D, data):
    for real in data:
        fake = G(real)
        d_loss = D(real).mean() - D(fake.detach()).mean()
        opt_D.zero_grad()
        d_loss.backward()
        opt_D.step()
        g_loss = D(fake).mean()
        opt_G.zero_grad()
        g_loss.backward()
        opt_G.step()
"""
RECURRENT = """\
def fit(cell, opt, data):
    h = None
    for x in data:
        out, h = cell(x, h)
        opt.zero_grad()
        out.sum().backward()
        opt.step()
        h = tuple(part.detach() for part in h)
"""
EVALUATION = """\
import torch


def test(model, data):
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in data:
            right += (model(x).argmax(1) == y).sum().item()
    return right
"""

Plant = Callable[[Program], Iterator[Mutant]]


def planted(plant: Plant, text: str, kind: str) -> list[Mutant]:
    return [mutant for mutant in plant(Program.of("program.py", textwrap.dedent(text))) if mutant.planter == kind]


def changes(text: str, mutant: Mutant) -> tuple[list[str], list[str]]:
    """Return the lines that only the original has, and those that only the mutant has."""
    old, new = [line.strip() for line in text.splitlines()], [line.strip() for line in mutant.text.splitlines()]
    return [line for line in old if line not in new], [line for line in new if line not in old]


@pytest.mark.parametrize(
    ("plant", "text", "kind", "removed", "added", "codes", "lines"),
    [
        (uncalled.plant, TRAINING, "eval not called", ["model.eval()"], ["model.eval"], "GL303", [14]),
        (uncalled.plant, TRAINING, "backward not called", ["loss.backward()"], ["loss.backward"], "GL303", [10]),
        (removal.plant, TRAINING, "zero_grad removed", ["optimizer.zero_grad()"], ["pass"], "GL501", [10]),
        (removal.plant, EVALUATION, "no_grad removed", ["with torch.no_grad():"], ["if True:"], "GL301", [7, 8, 9]),
        (
            gradients.plant, TRAINING, "retain_graph added", ["loss.backward()"], ["loss.backward(retain_graph=True)"], "GL201", [10],
        ),
        (
            gradients.plant, RECURRENT, "detach removed (state)",
            ["h = tuple(part.detach() for part in h)"], ["h = tuple(part for part in h)"], "GL103", [6],
        ),
    ],
)  # fmt: skip
def test_replacement(plant: Plant, text: str, kind: str, removed: list[str], added: list[str], codes: str, lines: list[int]) -> None:
    """One place is changed, and the finding is expected where the rule reports it."""
    (mutant,) = planted(plant, text, kind)
    assert changes(text, mutant) == (removed, added)
    assert mutant.codes[0] == codes
    assert list(mutant.lines) == lines


@pytest.mark.parametrize(
    ("plant", "kind", "code", "expected", "lines"),
    [
        (
            order.plant, "zero_grad after backward", "GL502",
            ["pass", "loss = model(batch).mean()", "loss.backward()", "optimizer.zero_grad()", "optimizer.step()"], [11],
        ),
        (
            order.plant, "step before backward", "GL503",
            ["optimizer.zero_grad()", "loss = model(batch).mean()", "optimizer.step()", "loss.backward()", "pass"], [10, 11],
        ),
        (
            gradients.plant, "backward repeated", "GL101",
            ["optimizer.zero_grad()", "loss = model(batch).mean()", "loss.backward()", "loss.backward()", "optimizer.step()"], [11],
        ),
    ],
)  # fmt: skip
def test_order(plant: Plant, kind: str, code: str, expected: list[str], lines: list[int]) -> None:
    """The statements of the training step are in the new order, at the lines where the finding is expected."""
    (mutant,) = planted(plant, TRAINING, kind)
    assert [line.strip() for line in mutant.text.splitlines()][7:12] == expected
    assert mutant.codes[0] == code
    assert list(mutant.lines) == lines


def test_each_optimizer_of_a_gan_is_reset_too_late() -> None:
    """The zero_grad of an optimizer moves past the backward before its own step."""
    found = planted(order.plant, GAN, "zero_grad after backward")
    assert [(mutant.line, mutant.lines) for mutant in found] == [(5, (7,)), (9, (11,))]


def test_input_of_the_discriminator_is_not_detached() -> None:
    (mutant,) = planted(gradients.plant, GAN, "detach removed (input)")
    assert changes(GAN, mutant)[1] == ["d_loss = D(real).mean() - D(fake).mean()"]
    assert mutant.lines == (6, 10)


def test_item_of_a_total_and_detach_of_a_list() -> None:
    """Both places where the loss is kept are planted, each without what detaches it."""
    found = planted(gradients.plant, TRAINING, "item removed")
    assert [changes(TRAINING, mutant)[1] for mutant in found] == [["total += loss"], ["losses.append(loss)"]]
    assert [mutant.codes for mutant in found] == [("GL202", "GL203")] * 2


@pytest.mark.parametrize(
    ("plant", "text", "kind", "old", "new"),
    [
        (uncalled.plant, TRAINING, "eval not called", "model.eval()", "pandas.eval('x')"),
        (uncalled.plant, TRAINING, "backward not called", "loss.backward()", "engine.backward(loss)"),
        (uncalled.plant, TRAINING, "backward not called", "loss.backward()", "self.optim.backward()"),
        (order.plant, TRAINING, "zero_grad after backward", "        optimizer.zero_grad()\n", ""),
        (order.plant, TRAINING, "zero_grad after backward", "loss.backward()\n        optimizer", "loss.backward(); optimizer"),
        (order.plant, TRAINING, "step before backward", "optimizer.step()", "scaler.step(optimizer)"),
        (order.plant, TRAINING, "step before backward", "optimizer.step()", "scheduler.step()"),
        (removal.plant, TRAINING, "zero_grad removed", "optimizer.zero_grad()", "optimizer.zero_grad()\n        model.zero_grad()"),
        (removal.plant, TRAINING, "zero_grad removed", "loss = model", "optimizer = make()\n        loss = model"),
        (removal.plant, TRAINING, "zero_grad removed", "    for batch in data:", "    if data:"),
        (removal.plant, EVALUATION, "no_grad removed", "return right", "return model(x)"),
        (removal.plant, EVALUATION, "no_grad removed", "def test", "@torch.no_grad()\ndef test"),
        (removal.plant, EVALUATION, "no_grad removed", "model(x)", "len(x)"),
        (gradients.plant, TRAINING, "backward repeated", "loss.backward()", "loss.backward(retain_graph=True)"),
        (gradients.plant, TRAINING, "retain_graph added", "loss.backward()", "loss.backward(retain_graph=True)"),
        (gradients.plant, TRAINING, "item removed", "        optimizer.zero", "        total, losses = 0.0, []\n        optimizer.zero"),
        (gradients.plant, TRAINING, "item removed", "loss.backward()", "other.backward()"),
        (gradients.plant, GAN, "detach removed (input)", "g_loss = D(fake)", "g_loss = D(G(real))"),
        (gradients.plant, RECURRENT, "detach removed (state)", "out, h = cell(x, h)", "out, _ = cell(x, h)"),
        (extraction.plant, TRAINING, "in a function", "total += loss.item()", "break"),
        (extraction.plant, TRAINING, "in a function", "total += loss.item()", "f = lambda: loss"),
    ],
)  # fmt: skip
def test_refusal(plant: Plant, text: str, kind: str, old: str, new: str) -> None:
    """A program that the change would not make wrong, or not in that way, is left alone."""
    assert old in text
    assert planted(plant, text, kind)
    assert not planted(plant, text.replace(old, new), kind)


def test_body_of_a_loop_as_a_function() -> None:
    """The function takes what the body reads and returns what the loop carries."""
    found = {mutant.detail: mutant for mutant in planted(extraction.plant, TRAINING, "in a function")}
    assert set(found) == {
        "backward not called", "backward repeated", "zero_grad after backward", "step before backward", "zero_grad removed",
        "retain_graph added",
    }  # fmt: skip
    text = found["backward not called"].text
    assert "def one_iteration(batch, losses, model, optimizer, total):" in text
    assert "    for batch in data:\n        total, = one_iteration(batch, losses, model, optimizer, total)\n    model.eval()" in text
    lines = text.splitlines()
    assert [lines[line - 1].strip() for line in found["backward not called"].lines] == ["loss.backward"]
    assert found["backward not called"].origin == tuple(range(7, 14))


def test_attributes_of_self_become_arguments() -> None:
    """A method passes its model and optimizer under the names of the attributes; self is passed if the body needs more of it."""
    program = """\
    class Trainer:
        def fit(self, data):
            for batch in data:
                self.optimizer.zero_grad()
                loss = self.model(batch).mean()
                loss.backward()
                self.optimizer.step()
                self.seen += 1
    """
    mutants = planted(extraction.plant, program, "in a function")
    text = next(mutant.text for mutant in mutants if mutant.detail == "zero_grad removed")
    assert "def one_iteration(batch, self, optimizer, model):\n    pass\n    loss = model(batch).mean()" in text
    assert "            one_iteration(batch, self, self.optimizer, self.model)" in text
    without = planted(extraction.plant, program.replace("self.seen += 1", "pass"), "in a function")
    assert "one_iteration(batch, optimizer, model)" in without[0].text


def test_sample_is_the_same_for_a_seed_and_within_the_limits(tmp_path: Path) -> None:
    mutants = [mutant for mutant in uncalled.plant(Program.of("a.py", "x.eval()\n" * 20)) if mutant.planter == "eval not called"]
    first, again, other = (Selection((), 2, 1, seed).chosen(tmp_path, {"a.py": mutants}) for seed in (1, 1, 2))
    assert first == again != other
    assert [len(taken) for taken in first.values()] == [1]
    assert [mutant.line for mutant in Selection((), 2, 10, None).chosen(tmp_path, {"a.py": mutants})["a.py"]] == [1, 2]


def test_excused_mutants_are_known_by_their_text(tmp_path: Path) -> None:
    """The id of a mutant does not depend on the folder of its checkout, but on the place and the text of the bug."""
    here, there = tmp_path / "here", tmp_path / "there"
    ids = [mutant.id(root) for root in (here, there) for mutant in uncalled.plant(Program.of(str(root / "a.py"), "x.eval()\nx.eval()\n"))]
    assert ids[:2] == ids[2:]
    assert ids[0] != ids[1]
    listed = tmp_path / "excused.tsv"
    listed.write_text(f"# id\treason\n{ids[0]}\tx is a data frame\n\n", encoding="utf-8")
    assert excuses(listed)[ids[0]] == "x is a data frame"
    assert ids[1] not in excuses(listed)
    assert excuses(None) == {}


def test_no_grad_around_a_callee_that_disables_grad_mode_itself_stays() -> None:
    decorated = "class Net(Module):\n    @torch.no_grad()\n    def forward(self, x):\n        return x\n\n\nmodel = Net()\n"
    block = "class Net(Module):\n    def forward(self, x):\n        with torch.no_grad():\n            return x\n\n\nmodel = Net()\n"
    assert planted(removal.plant, EVALUATION, "no_grad removed")
    assert planted(removal.plant, f"{block.replace('no_grad', 'profiler')}{EVALUATION}", "no_grad removed")
    assert not planted(removal.plant, f"{decorated}{EVALUATION}", "no_grad removed")
    assert not planted(removal.plant, f"{block}{EVALUATION}", "no_grad removed")


@pytest.mark.parametrize(
    ("text", "disabled"),
    [
        ("TRAIN = False\nif TRAIN:\n    fit()\n", True),
        ("TRAIN = True\nif not TRAIN:\n    fit()\n", True),
        ("MODE = 'test'\nif MODE == 'train':\n    fit()\n", True),
        ("TRAIN = True\nif TRAIN:\n    fit()\n", False),
        ("TRAIN = False\nTRAIN = read()\nif TRAIN:\n    fit()\n", False),
        ("TRAIN = False\ndef run(TRAIN):\n    if TRAIN:\n        fit()\n", False),
    ],
)
def test_nothing_is_planted_where_a_constant_of_the_module_turns_the_code_off(text: str, disabled: bool) -> None:
    program = Program.of("program.py", text)
    assert program.is_disabled(text[: text.index("fit()")].count("\n") + 1) is disabled
