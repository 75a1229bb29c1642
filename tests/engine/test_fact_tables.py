"""What two joined paths know, and what a lazy import adds."""

from __future__ import annotations

import pytest

from graphlint.autograd.events import Certainty
from graphlint.engine.domain.fact_tables import FactTables, is_constant
from graphlint.engine.domain.path_facts import BuffersNotDonated, LastRead, NeverScaled, ZeroFilled
from graphlint.engine.domain.values import NONE, TRUE, Constant, Unknown, Value

READ = LastRead(7)


def joined(one: FactTables, two: FactTables) -> FactTables:
    one.join(two)
    return one


def test_a_fact_that_holds_was_established_on_both_paths_and_one_that_may_hold_on_any() -> None:
    one = FactTables(certain={NeverScaled(1), ZeroFilled(2)}, possible={BuffersNotDonated()})
    found = joined(one, FactTables(certain={ZeroFilled(2), ZeroFilled(3)}))
    assert (found.certain, found.possible) == ({ZeroFilled(2)}, {BuffersNotDonated()})
    assert joined(FactTables(), FactTables(possible={BuffersNotDonated()})).possible == {BuffersNotDonated()}


@pytest.mark.parametrize(
    ("one", "two", "remains"),
    [
        (Constant(1), Constant(1), True),
        (Constant(1), TRUE, False),
        (Constant(1), Constant(2), False),
        (Constant(1), None, False),
        (Constant(1), Unknown(7), False),
        (Unknown(7), None, True),
        (Unknown(7), NONE, True),
    ],
)
def test_a_constant_that_is_obtained_again_is_the_same_on_both_paths(one: Value, two: Value | None, remains: bool) -> None:
    found = joined(FactTables(obtained={READ: one}), FactTables(obtained={} if two is None else {READ: two}))
    assert (READ in found.obtained) is remains


def test_the_order_of_steps_and_the_modes_are_those_on_which_both_paths_agree() -> None:
    one = FactTables(
        first_steps={1: True, 2: True, 3: False}, collection_modes={7: Certainty.YES, 8: Certainty.YES},
        needs_before_toggle={(1, 2): Certainty.YES, (1, 3): Certainty.NO}, tested_classes={7: ("Linear",)},
    )  # fmt: skip
    two = FactTables(
        first_steps={1: True, 2: False, 4: True}, collection_modes={7: Certainty.YES, 8: Certainty.NO},
        needs_before_toggle={(1, 2): Certainty.YES},
    )  # fmt: skip
    found = joined(one, two)
    assert found.first_steps == {1: True}
    assert found.collection_modes == {7: Certainty.YES}
    assert found.needs_before_toggle == {(1, 2): Certainty.YES}
    assert found.tested_classes == {7: ("Linear",)}


def test_what_is_new_is_added_where_the_path_knows_nothing() -> None:
    before = FactTables(first_steps={1: True}, certain={NeverScaled(1)})
    after = FactTables(first_steps={1: False, 2: True}, certain={NeverScaled(1), NeverScaled(2)})
    new = after.since(before)
    assert (new.first_steps, new.certain) == ({2: True}, {NeverScaled(2)})
    path = FactTables(first_steps={2: False})
    path.include(new)
    assert (path.first_steps, path.certain) == ({2: False}, {NeverScaled(2)})


def test_a_constant_is_equal_in_value_and_type() -> None:
    assert is_constant(Constant(1), Constant(1))
    assert not is_constant(TRUE, Constant(1))
    assert not is_constant(Unknown(7), Constant(1))
    assert not is_constant(None, NONE)
