"""Partially known shapes."""

from __future__ import annotations

import pytest

from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.operations import Shape as Rule
from graphlint.autograd.operations import operations
from graphlint.engine.domain import shapes
from graphlint.engine.domain.shapes import MANY
from graphlint.engine.domain.values import NO, NONE, YES, Constant, Each, Sequence, Shape, Slice, Tensor, Unknown, Value


def of(shape: Shape) -> Tensor:
    """Return a tensor of a shape."""
    return Tensor(1, 1, StorageNumber(1), 1, YES, NO, shape=shape)


def number(value: object) -> Constant:
    return Constant(value)


def part(start: object = None, stop: object = None, step: object = None) -> Slice:
    return Slice((Constant(start), Constant(stop), Constant(step)))


UNKNOWN = Unknown(7)


@pytest.mark.parametrize(
    ("shape", "many"),
    [
        (None, False),
        ((), False),
        ((1,), False),
        ((2,), True),
        ((None,), False),
        ((MANY,), True),
        ((1, 2), True),
        ((0, 2), False),
        ((2, 0), False),
    ],
)
def test_a_tensor_has_surely_many_elements(shape: Shape, many: bool) -> None:
    """A dimension of size 0 leaves none."""
    assert shapes.surely_many(shape) == many


def test_the_number_of_dimensions_is_unknown_for_a_shape_that_stands_for_any() -> None:
    assert (shapes.dimensions(None), shapes.dimensions((MANY,)), shapes.dimensions(()), shapes.dimensions((2, None))) == (None, None, 0, 2)


@pytest.mark.parametrize(
    ("operands", "shape"),
    [
        ([of((3, 1)), of((4,))], (3, 4)),
        ([of((4,)), of((3, 1))], (3, 4)),
        ([of((3, 4)), number(2)], (3, 4)),
        ([of((None,)), of((4,))], (4,)),
        ([of((None,)), of((1,))], (None,)),
        ([of((2,)), UNKNOWN], (MANY,)),
        ([UNKNOWN, of((2,))], (MANY,)),
        ([of((1,)), UNKNOWN], None),
        ([of((MANY,)), of((1,))], (MANY,)),
    ],
)
def test_shapes_are_broadcast_as_by_pytorch(operands: list[Value], shape: Shape) -> None:
    assert shapes.broadcast(operands) == shape
    assert shapes.result(Rule.BROADCAST, operands) == shape


def test_the_rule_of_an_operation_gives_the_shape_of_its_result() -> None:
    operands = [of((3, 4)), of((4,))]
    for rule in (Rule.SCALAR, Rule.REDUCE, Rule.LOSS):
        assert shapes.result(rule, operands) == shapes.result(rule, []) == ()
    assert shapes.result(Rule.SAME, operands) == (3, 4)
    assert shapes.result(Rule.SAME, []) is None
    assert shapes.result(Rule.UNKNOWN, operands) is None


def test_a_stack_has_a_dimension_more() -> None:
    """Of elements with an unknown shape, only their number is known."""
    value, one, unknown = of(()), of((3,)), of(None)
    assert shapes.stacked(value, (one, one)) == (2, 3)
    assert shapes.stacked(value, (unknown, unknown)) == (MANY,)
    assert shapes.stacked(value, (unknown,)) is None
    assert shapes.stacked(value, ()) is shapes.stacked(value, None) is shapes.stacked(None, (one,)) is None


@pytest.mark.parametrize(
    ("shape", "places", "turned"),
    [
        ((2, 3, 4), (), (4, 3, 2)),
        ((2, 3, 4), (0, 2), (4, 3, 2)),
        ((2, 3, 4), (0, 1), (3, 2, 4)),
        ((2, 3, 4), (-3, -1), (4, 3, 2)),
        ((2, 3, 4), (-4, -1), None),
        ((2, 3, 4), (0, 3), None),
        ((2, 3, 4), (0,), None),
        ((2, 3, 4), (0, "x"), None),
        ((MANY,), (0, 1), (MANY,)),
        (None, (), None),
    ],
)
def test_two_dimensions_are_exchanged_if_both_are_known(shape: Shape, places: tuple[object, ...], turned: Shape) -> None:
    assert shapes.turned(shape, *map(number, places)) == turned


def test_a_linear_layer_changes_the_last_dimension() -> None:
    assert shapes.linear(of((3, 4)), number(5)) == (3, 5)
    assert shapes.linear(of((3, 4)), UNKNOWN) == (3, None)
    assert shapes.linear(of((3, 4)), number("x")) == (3, None)
    assert shapes.linear(of(()), number(5)) is shapes.linear(UNKNOWN, number(5)) is None


@pytest.mark.parametrize(
    ("shape", "parts", "left"),
    [
        ((3, 4), [number(0)], (4,)),
        ((3, 4), [number(0), number(1)], ()),
        ((3, 4), [number(0), number(1), number(2)], None),
        ((3, 4), [part(1)], (2, 4)),
        ((3, 4), [part(0, 3, 2)], (2, 4)),
        ((3, 4), [part()], (3, 4)),
        ((None, 4), [part()], (None, 4)),
        ((None, 4), [part(1)], (None, 4)),
        ((MANY,), [part(1)], (None,)),
        ((MANY,), [part()], (MANY,)),
        ((3, 4), [Slice((UNKNOWN, NONE, NONE))], (None, 4)),
        ((3, 4), [UNKNOWN], None),
        ((3, 4), [number(None)], None),
        (None, [number(0)], None),
    ],
)
def test_an_integer_drops_a_dimension_and_a_slice_shortens_it(shape: Shape, parts: list[Value], left: Shape) -> None:
    assert shapes.indexed(of(shape), parts) == left


def test_any_of_several_tensors_has_no_known_shape() -> None:
    assert shapes.indexed(Each((of((3,)),)), [number(0)]) is None


@pytest.mark.parametrize(
    ("shape", "given", "viewed"),
    [
        ((6,), (2, 3), (2, 3)),
        ((6,), (-1,), (MANY,)),
        ((6,), (2, -1), (2, None)),
        ((6,), (1, -1), (1, MANY)),
        ((1,), (1, -1), (1, None)),
        ((6,), ("x",), (None,)),
    ],
)
def test_a_view_has_the_given_sizes(shape: Shape, given: tuple[object, ...], viewed: Shape) -> None:
    """A size of -1 stands for many elements if the others leave them."""
    assert shapes.viewed([of(shape), *map(number, given)]) == viewed


def test_sizes_are_integers_or_one_tuple() -> None:
    assert shapes.sizes([number(2), UNKNOWN]) == shapes.sizes([Sequence((number(2), UNKNOWN))]) == (2, None)
    assert shapes.sizes([number(2), of(())]) is None
    assert shapes.sizes([Sequence((number(2),)), number(3)]) is None
    assert shapes.viewed([of((6,)), of(())]) is None


def test_a_loss_is_one_number_unless_its_reduction_is_none() -> None:
    """Classification losses then have an element for each label."""
    entropy, error = operations()["cross_entropy"], operations()["mse_loss"]
    operands = (of((5, 3)), of((5,)))
    assert shapes.of_loss(error, None, operands) == shapes.of_loss(error, number("mean"), operands) == ()
    assert shapes.of_loss(error, UNKNOWN, operands) == (None,)
    none = number("none")
    assert shapes.of_loss(error, none, operands) == (5, 3)
    assert shapes.of_loss(entropy, none, operands) == (5,)
    assert shapes.of_loss(entropy, none, (of((5,)),)) == (5,)
    assert (
        shapes.of_loss(error, none, (of((None,)),))
        == shapes.of_loss(error, none, (of(None),))
        == shapes.of_loss(error, none, ())
        == (MANY,)
    )
