"""Functions that unresolved code calls once for each batch."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.built import tensor
from engine.programs import program, roots
from graphlint.autograd.events import Backward, Fault, Raised, RetainedGraph
from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.run import Run
from graphlint.engine.domain.bounds import REPEATED_CALLS, REPEATED_CALLS_WITH_STATE, SHORT_LIST
from graphlint.engine.domain.objects import Object
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import MAYBE, NO, ObjectKind, Ref, Sequence, Value
from graphlint.engine.roots import repetition
from graphlint.engine.roots.repetition import Calls

STEP = """
def step(x):
    x.sum().backward()
"""


@pytest.mark.parametrize(
    ("text", "repeats"),
    [
        (STEP, True),
        (STEP.replace("(x)", "()").replace("x.", "other.x."), False),
        (STEP.replace(".backward()", ""), False),
        (STEP.replace("    x", "    for x in x:\n        x"), False),
    ],
)
def test_a_function_that_takes_a_batch_and_runs_backward_may_be_repeated(tmp_path: Path, text: str, repeats: bool) -> None:
    found = program(tmp_path, text)
    assert repetition.may_repeat(found.machine, found.function("step"), None) is repeats


METHODS = """
class Trainer:
    def step(self, x):
        x.sum().backward()
    def alone(self):
        self.x.sum().backward()
    def __init__(self, x):
        x.sum().backward()
    @staticmethod
    def plain(x):
        x.sum().backward()
    def produce(self, x):
        x.sum().backward()
        yield x
"""


@pytest.mark.parametrize(("name", "repeats"), [("step", True), ("alone", False), ("__init__", False), ("plain", True), ("produce", False)])
def test_the_receiver_of_a_method_is_no_batch(tmp_path: Path, name: str, repeats: bool) -> None:
    """A constructor runs once, and a generator with its consumer."""
    found = program(tmp_path, METHODS)
    method = found.method("Trainer", name)
    assert repetition.may_repeat(found.machine, method, found.type("Trainer")) is repeats


@pytest.mark.parametrize(
    ("base", "name", "calls"),
    [
        ("", "training_step", Calls.REPEATED),
        ("", "step", Calls.ONCE),
        ("(other.Base)", "step", Calls.ONCE),
        ("(pytorch_lightning.LightningModule)", "validation_step", Calls.ONCE),
        ("(pytorch_lightning.LightningModule)", "on_train_batch_start", Calls.REPEATED),
    ],
)
def test_a_framework_calls_some_methods_for_each_batch(tmp_path: Path, base: str, name: str, calls: Calls) -> None:
    found = program(tmp_path, f"import pytorch_lightning\nclass Net{base}:\n    def {name}(self, batch):\n        batch.sum().backward()\n")
    owner = found.type("Net")
    assert repetition.calls_of(found.machine, found.method("Net", name), owner) is calls


def test_a_callback_is_repeated_if_it_is_a_training_step(tmp_path: Path) -> None:
    """A function that no unresolved code has received is called once."""
    for text, repeated in (
        (STEP + "other.run(step)\n", True),
        (STEP, False),
        (STEP.replace(".backward()", "") + "other.run(step)\n", False),
        (STEP.replace("(x)", "()").replace("x.", "other.x.") + "other.run(step)\n", False),
    ):
        found = program(tmp_path, text)
        assert repetition.is_repeated(found.machine, found.function("step"), None) is repeated
    found = program(tmp_path, STEP + "other.run(step)\n")
    found.machine.budget.home = "other.py"
    assert not repetition.is_repeated(found.machine, found.function("step"), None)
    found = program(tmp_path, STEP.replace(".backward()", "") + "other.run(step)\n")
    found.machine.functions.repeated.add(found.function("step").code.at[0])
    assert repetition.is_repeated(found.machine, found.function("step"), None)


STARTED = 10


def holding(kind: ObjectKind, value: Value, number: int = STARTED) -> State:
    state = State()
    state.put(ObjectNumber(number), Object(kind, fields={"total": value}))
    return state


@pytest.mark.parametrize(
    ("kind", "number", "node", "carries"),
    [
        ("instance", STARTED, STARTED + 1, True),
        ("module", STARTED, STARTED + 1, True),
        ("list", STARTED, STARTED + 1, True),
        ("scope", STARTED, STARTED + 1, False),
        ("instance", STARTED + 1, STARTED + 2, False),
        ("instance", STARTED, STARTED, False),
    ],
)
def test_an_older_object_carries_a_graph_that_a_call_has_built(kind: ObjectKind, number: int, node: int, carries: bool) -> None:
    assert repetition.carries_graph(holding(kind, tensor(node), number), STARTED) is carries
    waits = carries and kind != "list"
    assert repetition.awaits_call([State(), holding(kind, tensor(node), number)], STARTED) is waits


def test_a_graph_in_a_container_is_carried_to_a_depth() -> None:
    """A list in a list in a field."""
    for depth, carries in ((2, True), (3, False)):
        state = State()
        held: Value = tensor(STARTED + 1)
        for number in range(depth):
            state.put(ObjectNumber(50 + number), Object("list", items=[held]))
            held = Ref(ObjectNumber(50 + number), "list")
        state.put(ObjectNumber(STARTED), Object("instance", fields={"losses": held}))
        assert repetition.carries_graph(state, STARTED) is carries


def test_only_a_graph_that_no_backward_has_reached_awaits_the_next_call() -> None:
    """Alone in its field, and certain."""
    assert repetition.awaits_call([holding("instance", tensor(STARTED + 1))], STARTED)
    freed = holding("instance", tensor(STARTED + 1))
    freed.freed[STARTED + 1] = 99
    assert not repetition.awaits_call([freed], STARTED)
    for value in (tensor(STARTED + 1, needs=NO), tensor(STARTED + 1, needs=MAYBE), Sequence((tensor(STARTED + 1),))):
        assert not repetition.awaits_call([holding("instance", value)], STARTED)


KEPT = """
from collections import deque
class Trainer:
    def __init__(self, model):
        self.model = nn.Linear(2, 1)
        self.losses = deque(maxlen={size})
    def step(self, x):
        loss = self.model(x).sum()
        loss.backward()
        self.losses.append(loss)
"""


@pytest.mark.parametrize(("size", "grows"), [(SHORT_LIST, False), (SHORT_LIST + 1, True)])
def test_a_short_deque_does_not_grow_from_call_to_call(tmp_path: Path, size: int, grows: bool) -> None:
    """It holds a few values that the program compares, not a history."""
    run = roots(tmp_path, KEPT.replace("{size}", str(size)))["step"]
    assert bool(list(run.of(RetainedGraph))) is grows
    assert SHORT_LIST == 3


def calls(run: Run) -> set[int]:
    """Return the numbers of the calls that run backward."""
    return {event.context.iterations[0].number for event in run.of(Backward)}


def test_a_step_that_keeps_what_it_has_backpropagated_is_called_twice(tmp_path: Path) -> None:
    assert calls(roots(tmp_path, KEPT.replace("{size}", "9"))["step"]) == {1, REPEATED_CALLS}
    assert REPEATED_CALLS == 2


CARRIED = """
class Trainer:
    def __init__(self):
        self.model = nn.Linear(2, 1)
        self.total = torch.zeros(())
    def step(self, x):
        self.total = self.total + self.model(x).pow(2).sum()
        self.total.backward()
"""


def test_the_second_call_backpropagates_through_the_graph_of_the_first(tmp_path: Path) -> None:
    (event,) = roots(tmp_path, CARRIED)["step"].of(Raised)
    assert (event.fault, event.context.iterations[0].number) == (Fault.FREED, 2)


DELAYED = """
class Trainer:
    def __init__(self):
        self.model = nn.Linear(2, 1)
        self.previous = None
    def step(self, x):
        if self.previous is not None:
            self.previous.backward()
        self.previous = self.model(x).pow(2).sum()
"""


def test_a_step_that_leaves_a_graph_to_its_next_call_is_called_three_times(tmp_path: Path) -> None:
    assert calls(roots(tmp_path, DELAYED)["step"]) == {1, 2, REPEATED_CALLS_WITH_STATE}
    assert REPEATED_CALLS_WITH_STATE == 3
