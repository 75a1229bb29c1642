"""The methods that store the modules and optimizers of an object before its training step runs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import indent

import pytest

from engine.built import SITE
from engine.programs import Program, program
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain.bounds import SETUP_METHODS, SETUP_PATHS
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Ref, Value
from graphlint.engine.machine.frames import Frame
from graphlint.engine.roots import setup_methods

INIT = """
def __init__(self, options):
    self.options = options
"""
BUILD = """
def build(self):
    self.model = nn.Linear(2, 1)
    self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
"""
STEP = """
def step(self, x):
    self.optimizer.zero_grad()
    loss = self.model(x).sum()
    loss.backward()
    self.optimizer.step()
"""


def of_class(folder: Path, *methods: str) -> Program:
    return program(folder, "class Trainer:\n" + "".join(indent(method, "    ") for method in methods))


def found(folder: Path, *methods: str, off: frozenset[Presumption] = frozenset()) -> list[str]:
    """Return the names of the setup methods of the step of a class."""
    trainer = of_class(folder, *methods)
    trainer.machine.graph.presumptions = Presumptions(off)
    made = trainer.type("Trainer")
    return [item.code.name for item in setup_methods.of_root(trainer.machine, trainer.state, made, trainer.method("Trainer", "step"))]


def test_the_method_that_stores_what_the_step_uses_sets_it_up(tmp_path: Path) -> None:
    assert found(tmp_path, INIT, BUILD, STEP) == ["build"]
    assert found(tmp_path, INIT, BUILD, STEP, off=frozenset((Presumption.SETUP_METHODS,))) == []


def test_a_field_that_the_constructor_leaves_empty_is_set_up_by_the_only_other_method(tmp_path: Path) -> None:
    assert found(tmp_path, INIT + "    self.model = None\n    self.optimizer = None\n", BUILD, STEP) == ["build"]


def test_a_method_does_not_set_up_itself(tmp_path: Path) -> None:
    step = "\ndef step(self, x):\n    self.model = nn.Linear(2, 1)\n    self.model.train()\n    return self.model(x)\n"
    assert found(tmp_path, INIT, step) == []
    assert found(tmp_path, INIT, step.replace("    self.model = nn.Linear(2, 1)\n", ""), step.replace("step", "build")) == ["build"]


def test_a_field_that_is_an_attribute_of_the_class_or_no_module_is_not_set_up(tmp_path: Path) -> None:
    assert found(tmp_path, "\nmodel = None\noptimizer = None\n", INIT, BUILD, STEP) == []
    opens = "\ndef open(self):\n    self.logger = other.Logger()\n"
    assert found(tmp_path, INIT, opens, "\ndef step(self, x):\n    self.logger.write(x)\n    x.sum().backward()\n") == []


def test_a_root_that_stores_its_fields_itself_has_no_setup(tmp_path: Path) -> None:
    assert found(tmp_path, INIT, STEP.replace("x):\n", "x):" + BUILD.partition(":")[2])) == []


def test_nothing_is_presumed_of_a_root_without_setup(tmp_path: Path) -> None:
    trainer = of_class(tmp_path, BUILD.replace("build", "__init__"), STEP)
    setup_methods.of_root(trainer.machine, trainer.state, trainer.type("Trainer"), trainer.method("Trainer", "step"))
    assert Presumption.SETUP_METHODS not in trainer.machine.graph.presumptions.decided


def test_without_the_use_of_a_module_nothing_is_set_up(tmp_path: Path) -> None:
    assert found(tmp_path, INIT, BUILD.replace("self.model", "self.other"), STEP.replace("optimizer", "options")) == []


@pytest.mark.parametrize(
    "methods",
    [
        (INIT, BUILD, BUILD.replace("build", "rebuild"), STEP),
        (INIT, BUILD, STEP + "    self.build()\n"),
        (INIT, BUILD + "    self.model(1).sum().backward()\n", STEP),
        (INIT, BUILD.replace("build", "__enter__"), STEP),
        (INIT, "\n@property" + BUILD, STEP),
        (BUILD.replace("build", "__init__"), STEP),
        (
            INIT,
            BUILD.replace("build", "step") + STEP.partition("\n    ")[2].join(("    ", "")) + "\n",
        ),
    ],
)
def test_a_method_that_is_not_called_alone_before_the_step_sets_up_nothing(tmp_path: Path, methods: tuple[str, ...]) -> None:
    """One of two that store a field, one that the step calls, that trains, or that Python calls."""
    assert found(tmp_path, *methods) == []


def test_a_root_has_at_most_three_setup_methods(tmp_path: Path) -> None:
    """Those that come first."""
    names = [f"part{number}" for number in range(SETUP_METHODS + 1)]
    builds = [f"\ndef build{number}(self):\n    self.{name} = nn.Linear(2, 1)\n" for number, name in enumerate(names)]
    uses = "".join(f"    self.{name}.parameters()\n    x = self.{name}(x)\n" for name in names)
    step = f"\ndef step(self, x):\n{uses}    x.sum().backward()\n"
    assert found(tmp_path, INIT, *builds, step) == ["build0", "build1", "build2"]
    assert SETUP_METHODS == 3


def test_methods_of_base_classes_come_first(tmp_path: Path) -> None:
    text = f"""
class Base:
{indent(BUILD.replace("build", "late").rpartition("    self.opt")[0], "    ")}
class Trainer(Base):
{indent(INIT, "    ")}
    def early(self):
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
{indent(STEP, "    ")}
"""
    trainer = program(tmp_path, text)
    methods = setup_methods.of_root(trainer.machine, trainer.state, trainer.type("Trainer"), trainer.method("Trainer", "step"))
    assert [item.code.name for item in methods] == ["late", "early"]


def test_a_generator_sets_up_nothing_before_it_is_read(tmp_path: Path) -> None:
    trainer = of_class(tmp_path, INIT, BUILD + "    yield 1\n", STEP)
    assert not setup_methods.of_root(trainer.machine, trainer.state, trainer.type("Trainer"), trainer.method("Trainer", "step"))


class Called:
    """A call of the setup methods on an instance with some fields, None or unknown ones: the receiver, and the states after it."""

    def __init__(self, folder: Path, build: str, fields: Mapping[str, bool] | None = None, spent: bool = False) -> None:
        trainer = of_class(folder, INIT, build, STEP)
        self.machine, self.before = machine, state = trainer.machine, trainer.state
        made, step = trainer.type("Trainer"), trainer.method("Trainer", "step")
        methods = setup_methods.of_root(machine, state, made, step)
        self.receiver = machine.allocate(state, "instance", made)
        for name, is_none in (fields or {}).items():
            state.edit(self.receiver.number).fields[name] = NONE if is_none else machine.unknown(name)
        if spent:
            machine.limits = machine.budget.limits = replace(machine.limits, steps=machine.budget.steps + 3, coarse_steps=0)
            machine.budget.ceiling = machine.budget.last_step
        self.limits = machine.limits
        with machine.activation(machine.graph.for_root(machine.graph.nodes), [Frame(step.code, step.scopes)]):
            self.states = setup_methods.call(machine, [state], self.receiver, methods, SITE)

    def fields(self, state: State) -> dict[Hashable, Value]:
        return state.get(self.receiver.number).fields


def test_a_setup_method_sets_the_fields_of_the_instance(tmp_path: Path) -> None:
    called = Called(tmp_path, BUILD)
    (state,) = called.states
    assert {"model", "optimizer"} <= called.fields(state).keys()
    assert called.machine.limits is called.machine.budget.limits is called.limits


@pytest.mark.parametrize(
    ("fields", "calls"),
    [({"model": False, "optimizer": False}, False), ({"model": False}, True), ({"model": False, "optimizer": True}, True)],
)
def test_a_method_whose_fields_the_constructor_has_set_is_not_called(tmp_path: Path, fields: dict[str, bool], calls: bool) -> None:
    """A field that is None is not set."""
    called = Called(tmp_path, BUILD, fields)
    (state,) = called.states
    assert isinstance(called.fields(state)["model"], Ref) is calls


def test_a_path_on_which_a_field_is_not_set_is_left_out(tmp_path: Path) -> None:
    called = Called(tmp_path, BUILD.replace("    self.opt", "    if self.options.trains:\n        self.opt"))
    (state,) = called.states
    assert {"model", "optimizer"} <= called.fields(state).keys()
    nothing = Called(tmp_path, BUILD.replace("    self.model", "    raise ValueError\n    self.model"))
    assert nothing.states == [nothing.before]


def test_few_iterations_and_paths_of_setup_methods_are_executed(tmp_path: Path) -> None:
    text = "\ndef build(self):\n    self.optimizer = []\n    for option in self.options:\n        self.optimizer.append(nn.Linear(2, 1))\n"
    text += BUILD.partition(":\n")[2]
    counts = set()
    called = Called(tmp_path, text.replace("self.optimizer = []", "self.layers = []").replace("optimizer.append", "layers.append"))
    for state in called.states:
        layers = called.fields(state)["layers"]
        assert isinstance(layers, Ref)
        counts.add(len(state.get(layers.number).items))
    assert max(counts) == SETUP_PATHS == 2


def test_a_setup_that_exceeds_the_budget_is_left_out(tmp_path: Path) -> None:
    called = Called(tmp_path, BUILD, spent=True)
    assert [called.fields(state) for state in called.states] == [{}]
    assert called.machine.limits is called.machine.budget.limits is called.limits
