"""The methods that fill the containers from which a training step of the same class computes its loss."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from engine.programs import program
from graphlint.engine.domain.bounds import PRODUCERS
from graphlint.engine.roots import producers
from graphlint.engine.roots.producers import Production

ACT = """
def act(self, x):
    self.log_probs.append(self.net(x).sum())
"""
UPDATE = """
def update(self):
    torch.stack(self.log_probs).sum().backward()
"""


def production(folder: Path, *methods: str, step: str = UPDATE) -> Production | None:
    """Return the producers of the step of a class with some methods."""
    body = "".join(indent(method, "    ") for method in ("\ndef __init__(self):\n    self.log_probs = []\n", *methods, step))
    found = program(folder, f"class Agent:\n{body}")
    return producers.of_step(found.machine, found.state, found.type("Agent"), found.method("Agent", "update"))


def names(found: Production | None) -> list[str] | None:
    return None if found is None else [item.code.name for item in found.producers]


def test_a_method_that_fills_what_the_step_reads_is_its_producer(tmp_path: Path) -> None:
    found = production(tmp_path, ACT)
    assert names(found) == ["act"]
    assert found is not None
    assert found.filled == {"log_probs"}


def test_the_container_may_be_a_field_of_an_object_in_a_field(tmp_path: Path) -> None:
    found = production(
        tmp_path, ACT.replace("self.log_probs", "self.memory.losses"), step=UPDATE.replace("self.log_probs", "self.memory.losses")
    )
    assert found is not None
    assert names(found) == ["act"]
    assert found.filled == {"losses"}


@pytest.mark.parametrize(
    ("method", "step"),
    [
        (ACT, UPDATE.replace(".backward()", "")),
        (ACT, UPDATE.replace("    torch", "    for _ in range(3):\n        torch")),
        (ACT, UPDATE + "    self.log_probs.append(0)\n"),
        (ACT, UPDATE + "    self.act(0)\n"),
        (ACT.replace("append", "extend"), UPDATE),
        (ACT.replace("self.log_probs", "self.others"), UPDATE),
        (ACT.replace("self.log_probs", "x.log_probs"), UPDATE),
        (ACT.replace("self.log_probs.append(", "append("), UPDATE),
        (ACT.replace("self.log_probs", "losses"), UPDATE),
        (ACT, UPDATE.replace("self.log_probs", "memory.log_probs").replace("(self)", "(self, memory)")),
        (ACT + "    x.sum().backward()\n", UPDATE),
        (ACT.replace("act", "__call__"), UPDATE),
        ("\n@property" + ACT.replace(", x", ""), UPDATE),
        (ACT, UPDATE.replace("self.log_probs", "log_probs").replace("(self)", "(self, log_probs)")),
        (ACT, UPDATE.replace("torch.stack(self.log_probs)", "self.log_probs = torch.zeros(2)\n    torch.zeros(2)")),
    ],
)
def test_other_methods_and_steps_have_no_producer(tmp_path: Path, method: str, step: str) -> None:
    """A step in a loop of its own, a producer that the step calls, that trains, or that unresolved code does not call."""
    assert production(tmp_path, method, step=step) is None


def test_a_generator_produces_nothing_before_it_is_read(tmp_path: Path) -> None:
    text = "class Agent:\n" + indent(ACT + "    yield x\n" + UPDATE, "    ")
    found = program(tmp_path, text)
    assert producers.of_step(found.machine, found.state, found.type("Agent"), found.method("Agent", "update")) is None


def test_a_step_with_producers_that_fill_one_container_has_none(tmp_path: Path) -> None:
    assert production(tmp_path, ACT, ACT.replace("act", "explore")) is None


def test_a_step_has_at_most_three_producers(tmp_path: Path) -> None:
    for count, found in ((PRODUCERS, True), (PRODUCERS + 1, False)):
        fields = [f"losses{number}" for number in range(count)]
        methods = [ACT.replace("act", f"act{number}").replace("log_probs", name) for number, name in enumerate(fields)]
        step = UPDATE.replace("self.log_probs", "[" + ", ".join(f"self.{name}" for name in fields) + "]")
        assert (production(tmp_path, *methods, step=step) is not None) is found
    assert PRODUCERS == 3


def test_a_method_that_a_subclass_overrides_produces_nothing(tmp_path: Path) -> None:
    found = program(
        tmp_path,
        f"""
class Base:
{indent(ACT, "    ")}
class Agent(Base):
{indent(ACT.replace("log_probs", "others"), "    ")}
{indent(UPDATE, "    ")}
class Other(Base):
{indent(UPDATE, "    ")}
""",
    )
    for owner, expected in (("Agent", None), ("Other", ["act"])):
        step = found.method(owner, "update")
        assert names(producers.of_step(found.machine, found.state, found.type(owner), step)) == expected
