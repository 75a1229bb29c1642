"""The table of operations as its readers see it: whole, consistent, and right in the facts that rules rest on."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from graphlint.autograd import operations as module
from graphlint.autograd.operations import Result, Shape, modules, operations, spellings

TABLES = Path(module.__file__).parent


def saved(spelling: str, *inputs: str) -> set[str]:
    """What an operation keeps when these inputs require grad."""
    operation = operations()[spellings()[spelling]]
    return {kept for name in inputs for kept in operation.saves[name]}


def test_every_saved_name_is_known() -> None:
    """A misspelt operand would silently be saved by nobody, and a rule would miss its error."""
    for operation in operations().values():
        known = {*operation.inputs, "own", "others*", *(f"result{index or ''}" for index in range(max(operation.outputs, 1)))}
        for saves in (operation.saves, operation.eval_saves or {}):
            assert set(saves) <= set(operation.inputs), operation.name
            assert {kept for names in saves.values() for kept in names} <= known, operation.name


def test_own_stands_alone() -> None:
    """A probe cannot see what is kept besides a named tensor, so the table must not pretend to."""
    for operation in operations().values():
        for kept in operation.saves.values():
            assert "own" not in kept or kept == {"own"}, operation.name


def test_only_what_has_no_graph_has_no_saves() -> None:
    """`Result.NONE` and an empty `saves` say the same thing: a reader may ask either."""
    for operation in operations().values():
        assert (operation.result is Result.NONE) == (not operation.saves), operation.name


def test_a_view_saves_nothing_or_is_in_place() -> None:
    """Views are the operations that a graph walks twice without an error; one that saved something would be a false alarm."""
    for operation in operations().values():
        in_place = re.search(r"_$|_@|__number$|^setitem", operation.name)
        if operation.result is Result.VIEW and not in_place and operation.name != "values":  # of a sparse tensor, which has no strides
            assert not any(operation.saves.values()), operation.name


def test_spellings_are_unique_and_lead_somewhere() -> None:
    """Two lines for one spelling would make the answer depend on the order of the file."""
    rows = [line.split("\t") for line in (TABLES / "operations.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    counted = Counter(spelling for row in rows for spelling in row[10].split())
    assert [spelling for spelling, count in counted.items() if count > 1] == []
    assert set(spellings().values()) <= set(operations())
    assert len({row[0] for row in rows}) == len(rows)


def test_circumstances_have_a_plain_line_and_a_note() -> None:
    """Who cannot tell circumstances apart takes the plain line, and who reads the table must learn when the other holds."""
    for name, operation in operations().items():
        if "@" in name:
            plain = name.partition("@")[0]
            assert plain in operations() or plain.rstrip("_") in operations(), name
            assert operation.note, name


def test_in_place_lines_say_that_they_differ() -> None:
    """An in-place line that equals the plain one is noise, and one that names the operand it overwrote cannot be true."""
    for name, operation in operations().items():
        plain = operations().get(name.removesuffix("_"))
        if name.endswith("_") and plain is not None and name != "normal_":
            assert plain.inplace, name
            assert operation.saves != plain.saves, name
            assert operation.inputs[0] not in {kept for names in operation.saves.values() for kept in names}, name


def test_at_most_one_line_in_twenty_is_not_probed() -> None:
    """What was not probed is an opinion; the table promises facts, and a reason for each exception."""
    missing = [operation for operation in operations().values() if not operation.probed]
    assert len(missing) <= 0.05 * len(operations())
    assert all(operation.note for operation in missing)


def test_modules_name_operations_that_exist() -> None:
    """A module whose operation is misspelt would be taken for code that is not at hand."""
    for entry in modules().values():
        assert entry.operation in operations(), entry.name
    assert modules()["torch.nn.LSTM"].structure == (None, (None, None))
    assert modules()["torch.nn.BatchNorm2d"].parameters == ("weight", "bias")


@pytest.mark.parametrize(
    ("spelling", "inputs", "kept"),
    [
        ("torch.Tensor.multiply", ["input"], {"other"}),
        ("torch.Tensor.multiply", ["input", "other"], {"input", "other"}),
        ("torch.add", ["input", "other"], set()),
        ("torch.Tensor.mean", ["input"], set()),
        ("torch.cumsum", ["input"], set()),
        ("torch.special.expit", ["input"], {"result"}),
        ("torch.nn.functional.softmax", ["input"], {"result"}),
        ("torch.nn.functional.linear", ["bias"], set()),
        ("torch.nn.functional.linear", ["weight"], {"input"}),
        ("torch.nn.functional.conv2d", ["weight"], {"input", "weight"}),
        ("torch.nn.functional.dropout", ["input"], {"own"}),
        ("torch.nn.functional.embedding", ["weight"], {"input"}),
        ("torch.einsum", ["operands*"], {"others*"}),
        ("torch.Tensor.mul_", ["other"], {"own"}),
        ("torch.Tensor.relu_", ["input"], {"result"}),
    ],
)
def test_facts_that_rules_rest_on(spelling: str, inputs: list[str], kept: set[str]) -> None:
    """The measured facts of the first programs; a table made anew that loses one of them needs a look at the rules."""
    assert saved(spelling, *inputs) == kept


def test_evaluation_differs_where_it_does() -> None:
    """Dropout is the one operation that saves a mask in training and returns its very input in evaluation."""
    dropout = operations()["dropout"]
    assert dropout.eval_saves == {"input": frozenset()}
    assert dropout.result is Result.MAYBE_VIEW
    assert operations()["relu"].eval_saves is None


def test_parameters_are_in_the_order_of_a_call() -> None:
    """A reader binds positional arguments with them: running_mean stands before weight in F.batch_norm."""
    assert operations()["batch_norm"].parameters[:6] == ("input", "running_mean", "running_var", "weight", "bias", "training")
    assert operations()["gather"].parameters == ("input", "dim", "index")
    for operation in operations().values():
        if operation.parameters and not any(name.startswith("*") for name in operation.parameters):
            named = [name.rstrip("*") for name in operation.inputs if name.rstrip("*") in operation.parameters]
            assert sorted(named, key=operation.parameters.index) == named, operation.name


def test_shapes_and_results_are_read_as_words() -> None:
    """A wrong column would shift every other one; these two lines have no column in common."""
    assert (operations()["mse_loss"].shape, operations()["mse_loss"].result) == (Shape.LOSS, Result.NEW)
    assert (operations()["expand"].shape, operations()["chunk"].outputs, operations()["expand"].result) == (Shape.UNKNOWN, 0, Result.VIEW)


def test_reading_the_table_imports_no_heavy_package() -> None:
    """The table is read on every cold start: it must bring in neither torch, numpy nor libcst."""
    code = "import sys, graphlint.autograd.operations as o; o.operations(); o.spellings(); o.modules(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"torch", "numpy", "libcst", "rich"} & set(loaded)
