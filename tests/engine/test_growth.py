"""The growth of the graphs that an owner holds, over the iterations of a loop."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import pytest

from engine.built import ONE, TWO, turn
from engine.loop_run import STATEMENT, LoopRun, loss
from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import NO_CONTEXT, Growth, Origin
from graphlint.autograd.numbers import ObjectNumber, RunNumber
from graphlint.autograd.presumptions import Presumption, Presumptions
from graphlint.engine.domain import terms
from graphlint.engine.domain.state import Rebase, Write
from graphlint.engine.domain.values import YES, ObjectKind, Ref, Value
from graphlint.engine.domain.values import Sequence as Items
from graphlint.engine.retention import growth
from graphlint.engine.retention.growth import BOUNDED, RESCALED, OwnerGrowth


def of_store(loop: LoopRun, write: Write) -> OwnerGrowth:
    """Return the growth of the owner of a store, with all stores of its statement."""
    stores = growth.stores_by_statement(loop.state)[write.site, write.holder]
    return growth.of_store(loop.machine, loop.state, write, write.context.iterations[0], stores)


def collected(numbers: Iterable[int], kind: ObjectKind = "list", loop: LoopRun | None = None) -> OwnerGrowth:
    """Return the growth of a container that holds a loss of each of some iterations, to which the first three stored."""
    loop = loop or LoopRun()
    nodes = {number: loop.node(number) for number in (1, 2, 3)}
    owner = loop.put(kind, [loss(nodes[number]) for number in numbers])
    writes = [loop.store(owner, number, node=node) for number, node in nodes.items()]
    return of_store(loop, writes[-1])


def test_a_list_that_holds_each_loss_collects_them() -> None:
    found = collected((1, 2, 3))
    assert (found.growth, len(found.nodes), found.grows) == (Growth.COLLECTED, 3, True)


def test_an_owner_of_one_loss_replaces_it() -> None:
    for kind in ("instance", "module"):
        loop = LoopRun()
        node = loop.node(2)
        owner = loop.put(kind, fields={"loss": loss(node)})
        found = of_store(loop, loop.store(owner, 2, "loss", node))
        assert (found.growth, found.doubt, found.nodes, found.grows) == (Growth.REPLACED, Doubt.ONE_ITERATION, (node,), False)


def test_a_loss_from_before_the_loop_is_of_no_iteration() -> None:
    loop = LoopRun()
    node = loop.node(2)
    owner = loop.put("list", [loss(loop.old), loss(node)])
    loop.store(owner, 1, node=loop.old)
    assert of_store(loop, loop.store(owner, 2, node=node)) == OwnerGrowth(Growth.REPLACED, (node,), Doubt.ONE_ITERATION)


@pytest.mark.parametrize("kind", ["instance", "dict"])
def test_what_other_statements_store_in_other_fields_does_not_count(kind: ObjectKind) -> None:
    loop = LoopRun()
    first, last = loop.node(1), loop.node(2)
    owner = loop.put(kind, fields={"loss": loss(last), "other": loss(first)})
    loop.store(owner, 1, "loss", first)
    assert of_store(loop, loop.store(owner, 2, "loss", last)).growth is Growth.REPLACED


def test_a_list_that_has_lost_the_first_losses_is_a_window() -> None:
    """A dict with unknown keys is none: two of its slots may be one."""
    assert collected((2, 3)) == collected((3,)) == collected((2, 3), "queue") == BOUNDED
    assert collected((2, 3), "dict").growth is Growth.COLLECTED
    assert collected(()).growth is Growth.REPLACED


def test_a_value_that_is_older_than_its_store_counts_for_its_own_iteration() -> None:
    """In the first iteration, the loss before the loop was stored."""
    loop = LoopRun()
    nodes = [loop.node(1), loop.node(2)]
    owner = loop.put("list", [loss(loop.old), *map(loss, nodes)])
    writes = [loop.store(owner, number, node=node) for number, node in enumerate((loop.old, *nodes), start=1)]
    assert of_store(loop, writes[-1]).growth is Growth.COLLECTED


@pytest.mark.parametrize(("held", "bounded"), [((2, 3, 4), False), ((3, 4), True)])
def test_the_nodes_in_tuples_are_not_recorded(held: Sequence[int], bounded: bool) -> None:
    """The first of four may be older than the loop."""
    loop = LoopRun()
    nodes = {number: loop.node(number) for number in (1, 2, 3, 4)}
    owner = loop.put("list", [Items((loss(nodes[number]),)) for number in held])
    writes = [loop.store(owner, number) for number in nodes]
    assert (of_store(loop, writes[-1]) == BOUNDED) is bounded


def test_a_tuple_in_an_attribute_may_be_a_window() -> None:
    """`self.last = (*self.last[1:], loss)`; an object in the attribute that is no container is none."""
    loop = LoopRun()
    nodes = [loop.node(number) for number in (1, 2, 3)]
    owner = loop.put("instance", fields={"last": Items(tuple(map(loss, nodes[1:])))})
    writes = [loop.store(owner, number, "last", node) for number, node in enumerate(nodes, start=1)]
    assert of_store(loop, writes[-1]) == BOUNDED
    history = loop.put("list", map(loss, nodes[1:]))
    loop.state.edit(owner.number).fields["last"] = history
    assert of_store(loop, writes[-1]) == BOUNDED
    loop.state.edit(owner.number).fields["last"] = loop.put("dict", fields={"a": loss(nodes[1]), "b": loss(nodes[2])})
    assert of_store(loop, writes[-1]).growth is Growth.COLLECTED
    del loop.state.edit(owner.number).fields["last"]
    assert of_store(loop, writes[-1]) == OwnerGrowth(Growth.REPLACED, doubt=Doubt.ONE_ITERATION)


def test_an_owner_that_no_longer_exists_or_releases_its_values_is_bounded() -> None:
    for release in ("owner", "slot", "other run", "gone"):
        loop = LoopRun()
        nodes = [loop.node(number) for number in (1, 2)]
        owner = loop.put("list", map(loss, nodes))
        write = [loop.store(owner, number, "key", node) for number, node in enumerate(nodes, start=1)][-1]
        releases = {"owner": owner.number, "slot": (owner.number, "key"), "other run": owner.number}
        if release == "gone":
            del loop.state.heap[owner.number]
        else:
            loop.graph.loops.releases[releases[release]] = {RunNumber(loop.run + (release == "other run"))}
        assert (of_store(loop, write) == BOUNDED) is (release != "other run")


def accumulated(
    *, origin: Origin = Origin.OPERATION, at: tuple[int, int] = (3, 3), numbers: tuple[int, int] = (1, 2), operation: str = "add",
    beside: bool = True,
) -> OwnerGrowth:  # fmt: skip
    """Return the growth of an attribute whose value depends, through one node, on a value of an iteration before."""
    loop = LoopRun()
    first = loop.node(numbers[0], at=at[0], operation=operation)
    between = loop.node(numbers[1], (first,), at=6, origin=origin, operation=operation)
    last = loop.node(numbers[1], (between, loop.leaf) if beside else (between,), at=at[1], operation=operation)
    owner = loop.put("instance", fields={"total": loss(last)})
    return of_store(loop, loop.store(owner, numbers[1], "total", last))


def test_a_value_that_depends_on_that_of_an_earlier_iteration_accumulates() -> None:
    assert accumulated().growth is Growth.ACCUMULATED
    assert accumulated(numbers=(2, 2)).growth is Growth.REPLACED
    assert accumulated(numbers=(0, 2)).growth is Growth.REPLACED


def test_only_a_value_of_the_same_statement_shows_that_it_accumulates() -> None:
    assert accumulated(at=(5, 3)).growth is Growth.REPLACED


def test_unresolved_code_may_detach_the_earlier_value() -> None:
    for origin in (Origin.UNRESOLVED_CALL, Origin.MODULE_CALL):
        assert accumulated(origin=origin).growth is Growth.REPLACED


def test_a_value_that_only_selects_from_the_earlier_one_does_not_grow() -> None:
    """The samples that are left; with an operand besides, or another operation, it grows."""
    assert accumulated(operation="getitem_index", beside=False) == BOUNDED
    assert accumulated(operation="getitem_index").growth is Growth.ACCUMULATED
    assert accumulated(operation="pow", beside=False).growth is Growth.ACCUMULATED


def test_a_selection_by_unknown_values_may_grow() -> None:
    loop = LoopRun()
    first = loop.node(1, operation="getitem_index")
    last = loop.node(2, (first,), operation="getitem_index", possible=(loop.node(0, origin=Origin.UNRESOLVED_VALUE),))
    owner = loop.put("instance", fields={"total": loss(last)})
    assert of_store(loop, loop.store(owner, 2, "total", last)).growth is Growth.ACCUMULATED


def test_several_totals_in_one_attribute_accumulate() -> None:
    """Also if they are those of the last iteration alone: each holds the earlier ones."""
    loop = LoopRun()
    totals = [loop.old]
    for number in (1, 2, 3):
        totals.append(loop.node(number, (totals[-1], loop.leaf)))
    owner = loop.put("instance", fields={"total": Items((loss(totals[-1]),))})
    writes = [loop.store(owner, number, "total", node) for number, node in enumerate(totals[1:], start=1)]
    assert of_store(loop, writes[-1]).growth is Growth.ACCUMULATED
    other = loop.node(3, (totals[-2], loop.leaf))
    loop.state.edit(owner.number).fields["total"] = Items((loss(totals[-1]), loss(other)))
    assert of_store(loop, writes[-1]).growth is Growth.ACCUMULATED


def test_a_mean_that_is_stored_beside_its_total_accumulates_nothing() -> None:
    loop = LoopRun()
    total = loop.old
    for number in (1, 2):
        total = loop.node(number, (total, loop.leaf), operation="add")
        mean = loop.node(number, (total,), at=STATEMENT.line, operation="div")
    owner = loop.put("instance", fields={"mean": loss(mean)})
    assert of_store(loop, loop.store(owner, 2, "mean", mean)).growth is Growth.REPLACED


def rescaled(*, divides: int = STATEMENT.line, adds: int = 3, other: bool = False, total: bool = True) -> OwnerGrowth:
    """Return the growth of `total += loss` and then `total = total / n`, the statement of the store."""
    loop = LoopRun()
    values = [loop.old]
    for number in (1, 2):
        summed = loop.node(number, (values[-1], loop.leaf) if total else (values[-1],), at=adds, operation="add")
        values.append(loop.node(number, (summed, loop.leaf) if other else (summed,), at=divides, operation="div"))
    owner = loop.put("instance", fields={"total": loss(values[-1])})
    write = loop.store(owner, 2, "total", values[-1])
    return of_store(loop, write)


def test_a_statement_that_scales_what_another_one_accumulates_is_not_the_cause() -> None:
    assert rescaled() == RESCALED
    assert rescaled(divides=5).growth is Growth.ACCUMULATED
    assert rescaled(other=True).growth is Growth.ACCUMULATED
    assert rescaled(total=False).growth is Growth.ACCUMULATED


@pytest.mark.parametrize(("off", "backpropagated", "doubt"), [((), False, True), ((Presumption.NUMBERS,), False, False), ((), True, False)])
def test_an_item_of_a_tuple_of_a_model_may_be_a_number(off: Iterable[Presumption], backpropagated: bool, doubt: bool) -> None:
    """Unless it was backpropagated: besides its loss, a model may return accuracies."""
    loop = LoopRun()
    loop.graph.presumptions = Presumptions(frozenset(off))
    results = [loop.node(number, origin=Origin.MODULE_CALL) for number in (1, 2)]
    items = [loop.node(number, (result,), origin=Origin.UNPACKED_ITEM) for number, result in enumerate(results, start=1)]
    scaled = [loop.node(number, (item,)) for number, item in enumerate(items, start=1)]
    if backpropagated:
        loop.state.freed.update(dict.fromkeys(items, 99))
    owner = loop.put("list", map(loss, scaled))
    write = [loop.store(owner, number, node=node) for number, node in enumerate(scaled, start=1)][-1]
    found = of_store(loop, write)
    assert found == (OwnerGrowth(Growth.REPLACED, (), Doubt.MAYBE_NUMBER) if doubt else OwnerGrowth(Growth.COLLECTED, tuple(scaled)))


def test_a_value_with_another_operand_than_items_is_no_number() -> None:
    loop = LoopRun()
    nodes = []
    for number in (1, 2):
        item = loop.node(number, (loop.node(number, origin=Origin.MODULE_CALL),), origin=Origin.UNPACKED_ITEM)
        nodes.append(loop.node(number, (item, loop.node(number))))
    owner = loop.put("list", map(loss, nodes))
    write = [loop.store(owner, number, node=node) for number, node in enumerate(nodes, start=1)][-1]
    assert of_store(loop, write).growth is Growth.COLLECTED


def slots(keys: Sequence[Hashable], kind: ObjectKind, held: Sequence[Hashable] | None = None, runs: Iterable[int] = ()) -> OwnerGrowth:
    """Return the growth of an owner in whose slots the first iterations stored, one after the other."""
    loop = LoopRun()
    nodes = [loop.node(number) for number in range(1, len(keys) + 1)]
    fields: dict[Hashable, Value] = {key: loss(node) for key, node in zip(keys, nodes, strict=True)}
    owner = loop.put(kind, fields={key: fields[key] for key in held} if held is not None else fields)
    writes = [loop.store(owner, number, key, node, runs) for number, (key, node) in enumerate(zip(keys, nodes, strict=True), start=1)]
    return of_store(loop, writes[-1])


def test_a_dict_with_a_slot_for_each_iteration_collects() -> None:
    assert slots(("a", "b"), "dict").growth is Growth.COLLECTED
    assert slots(("a", "a"), "dict").growth is Growth.REPLACED
    assert slots((terms.Position(ONE), terms.Position(ONE)), "dict").growth is Growth.REPLACED


def test_the_slot_of_an_unknown_key_that_does_not_vary_is_one_slot() -> None:
    """Of `losses[name]`, where the name is older than the loop; a key that varies is one for each iteration."""
    assert slots((terms.OpenSlot(1), terms.OpenSlot(2)), "dict").growth is Growth.REPLACED
    assert slots((terms.OpenSlot(99), terms.OpenSlot(98)), "dict").growth is Growth.COLLECTED
    assert slots((terms.OpenSlot(99), terms.OpenSlot(98)), "instance").growth is Growth.COLLECTED
    assert slots((terms.OpenSlot(99), terms.OpenSlot(98)), "instance", held=(terms.OpenSlot(98),)).growth is Growth.REPLACED
    assert slots((terms.OpenSlot(1), terms.OpenSlot(2)), "instance").growth is Growth.REPLACED


@pytest.mark.parametrize(
    ("keys", "bounded"),
    [
        ((ONE, ONE), True),
        ((ONE, TWO), False),
        ((ONE, TWO, ONE), True),
        ((ONE,), False),
        ((ONE, 99), False),
        ((99, 99), False),
    ],
)
def test_a_list_to_whose_slots_a_statement_assigns_again_does_not_grow(keys: Sequence[terms.ConstantSymbol], bounded: bool) -> None:
    """Slots that vary may be new ones."""
    loop = LoopRun()
    nodes = [loop.node(number) for number in range(1, len(keys) + 1)]
    owner = loop.put("list", map(loss, nodes))
    writes = [
        loop.store(owner, number, terms.Position(key), node) for number, (key, node) in enumerate(zip(keys, nodes, strict=True), start=1)
    ]
    assert (of_store(loop, writes[-1]) == BOUNDED) is bounded


def test_slots_of_a_dict_and_elements_of_a_list_are_not_overwritten() -> None:
    loop = LoopRun()
    nodes = [loop.node(number) for number in (1, 2)]
    for kind, keys in (("dict", (terms.Position(ONE), "other")), ("list", (None, None))):
        owner = loop.put(kind, fields={"a": loss(nodes[0]), "b": loss(nodes[1])})  # type: ignore[arg-type]
        writes = [loop.store(owner, number, key, node) for number, (key, node) in enumerate(zip(keys, nodes, strict=True), start=1)]
        assert of_store(loop, writes[-1]) != BOUNDED


def test_an_element_that_is_itself_accumulated_makes_its_slot_grow() -> None:
    """`totals[name] += loss`: of the whole dict, several values are held."""
    loop = LoopRun()
    first = loop.node(1)
    last = loop.node(2, (first, loop.leaf))
    owner = loop.put("dict", fields={"a": loss(last), "b": loss(loop.old)})
    loop.store(owner, 1, "a", first)
    assert of_store(loop, loop.store(owner, 2, "a", last)).growth is Growth.ACCUMULATED


def in_place(loop: LoopRun, node: int, iteration: int = 2) -> OwnerGrowth:
    loop.state.new_grad_fns[5] = Rebase(9, node, YES)
    write = Write(STATEMENT, turn(loop.run, iteration), ObjectNumber(5), None, "", node, in_place=True)
    return growth.of_in_place(loop.machine, loop.state, write, loop.iteration(iteration))


def test_operations_in_place_extend_a_graph() -> None:
    """The nodes are those of the statement."""
    loop = LoopRun()
    first = loop.node(1, (loop.old, loop.leaf))
    last = loop.node(2, (first, loop.node(2, at=7)))
    assert in_place(loop, last) == OwnerGrowth(Growth.ACCUMULATED, tuple(loop.graph.reach((last,)).certain & {first, last}))
    assert in_place(loop, loop.node(2)).growth is Growth.REPLACED
    assert in_place(loop, 0).growth is Growth.REPLACED
    write = Write(STATEMENT, NO_CONTEXT, ObjectNumber(6), None, "", last, in_place=True)
    assert growth.of_in_place(loop.machine, loop.state, write, loop.iteration(2)) == OwnerGrowth(Growth.REPLACED)


def test_operations_in_place_that_scale_do_not_extend() -> None:
    loop = LoopRun()
    values = [loop.old]
    for number in (1, 2):
        summed = loop.node(number, (values[-1], loop.leaf), operation="add")
        values.append(loop.node(number, (summed,), at=STATEMENT.line, operation="div"))
    assert in_place(loop, values[-1]) == RESCALED


def test_operations_in_place_on_items_of_a_model_may_be_on_numbers() -> None:
    loop = LoopRun()
    items = [loop.node(number, (loop.old,), origin=Origin.UNPACKED_ITEM) for number in (1, 2)]
    first = loop.node(1, (items[0],))
    last = loop.node(2, (first, items[1]))
    assert in_place(loop, last) == OwnerGrowth(Growth.REPLACED, doubt=Doubt.MAYBE_NUMBER)


class Objects:
    """Objects of a list, each older than the loop and made in an iteration of another one, that hold a loss each."""

    def __init__(self, kind: ObjectKind = "instance", made: Sequence[int] = (1, 2), of: Sequence[int] = (1, 2)) -> None:
        self.loop = LoopRun()
        self.owners: list[Ref] = []
        self.writes = []
        for number, iteration in zip(made, of, strict=True):
            node = self.loop.node(iteration)
            self.owners.append(self.loop.put(kind, fields={"loss": loss(node)}, opened=turn(1, number) if number else NO_CONTEXT))
            self.writes.append((self.loop.store(self.owners[-1], iteration, "loss", node), self.loop.iteration(iteration)))

    @property
    def growth(self) -> Growth:
        return growth.of_objects(self.loop.machine, self.loop.state, self.writes).growth


def test_objects_that_a_loop_has_made_collect_the_graph_of_an_iteration_each() -> None:
    assert Objects().growth is Growth.COLLECTED
    assert Objects("module").growth is Growth.COLLECTED
    assert Objects(of=(1, 1)).growth is Growth.REPLACED


def test_objects_that_the_program_makes_one_by_one_are_bounded_in_number() -> None:
    assert Objects(made=(0, 0)).growth is Growth.REPLACED


def test_other_objects_and_those_of_the_iteration_collect_nothing() -> None:
    assert Objects("dict").growth is Growth.REPLACED
    found = Objects()
    found.loop.state.heap[found.owners[0].number].opened = turn(found.loop.run, 1)
    assert found.growth is Growth.REPLACED
    found = Objects()
    del found.loop.state.heap[found.owners[0].number]
    assert found.growth is Growth.REPLACED
    found = Objects()
    found.loop.state.heap[found.owners[0].number].fields.clear()
    assert found.growth is Growth.REPLACED


def test_objects_to_which_several_iterations_store_are_bounded() -> None:
    found = Objects()
    found.writes.append((found.loop.store(found.owners[0], 2, "loss"), found.loop.iteration(2)))
    assert found.growth is Growth.BOUNDED
