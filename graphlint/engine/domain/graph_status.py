"""The status of graphs and gradients on two paths: where it must agree if the paths are joined, and what the joined path has.

Paths may differ in what only one of them knows, or has done to a tensor that may be without a graph:

- the number of the backward that freed or retained a node, if both paths have executed the same statement in the same iteration;
- a new grad_fn that may be none: the joined path has it;
- requires_grad that a backward pass has shown: the joined path does not know it;
- contributions to a gradient that may be absent, and the number of the others: the joined path has all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from graphlint.autograd.events import Certainty, Contribution
from graphlint.autograd.numbers import Number
from graphlint.engine.domain.graph import BackwardPasses
from graphlint.engine.domain.path_facts import RequiresGrad
from graphlint.engine.domain.state import Rebase, State


def same_status(one: State, two: State, passes: BackwardPasses) -> bool:
    """Return True if nodes and tensors have the same status on two paths."""
    if differing_rebases(one.new_grad_fns, two.new_grad_fns) or differing_needs(one, two) or one.became_leaf != two.became_leaf:
        return False
    return not differing_passes(one.freed, two.freed, passes) and not differing_passes(one.retained_by, two.retained_by, passes)


def differing_rebases(one: Mapping[int, Rebase], two: Mapping[int, Rebase]) -> set[int]:
    """Return the families of tensors whose grad_fn differs on two paths, except that one path has a new one that may have no graph."""
    if one == two:
        return set()
    both = {family for family in one.keys() & two.keys() if one[family] != two[family]}
    alone = ((family, table[family]) for table, other in ((one, two), (two, one)) for family in table.keys() - other.keys())
    return both.union(family for family, rebase in alone if rebase.needs is not Certainty.MAYBE)


def differing_needs(one: State, two: State) -> set[int]:
    """Return the tensors whose requires_grad differs on two paths, except where a backward pass has shown it on one of them."""
    if one.needs == two.needs:
        return set()
    return {
        tensor
        for tensor in one.needs.keys() | two.needs.keys()
        if one.needs.get(tensor) is not two.needs.get(tensor) and not (_is_shown(one, two, tensor) or _is_shown(two, one, tensor))
    }


def _is_shown(one: State, two: State, tensor: int) -> bool:
    """Return True if a backward pass on the first path alone has shown that a tensor requires grad."""
    return tensor not in two.needs and one.needs[tensor] is Certainty.YES and RequiresGrad(tensor) in one.facts.certain


def differing_passes(one: Mapping[int, int], two: Mapping[int, int], passes: BackwardPasses) -> set[int]:
    """Return the nodes that backward passes of different statements, or of different iterations, have freed or retained on two paths."""
    if one == two:
        return set()
    return {
        node
        for node in one.keys() | two.keys()
        if (first := one.get(node)) != (second := two.get(node))
        and (first is None or second is None or not passes.are_alike(first, second))
    }


def same_versions(one: State, two: State, saved: Set[int]) -> bool:
    """Return True if two paths have equal version counters for all storages that a node saves."""
    differing = {key for key in one.versions.keys() | two.versions.keys() if one.versions.get(key) != two.versions.get(key)}
    return not differing & saved


def gradient_status(state: State) -> tuple[Mapping[Any, object], ...]:
    """Return the tables with the status of gradients: joined states may differ only in the places of contributions and resets."""
    return state.gradients, state.optimizer_gradients, state.optimizer_resets


def differing_contributions(one: Mapping[Number, tuple[Contribution, ...]], two: Mapping[Number, tuple[Contribution, ...]]) -> set[Number]:
    """Return the gradients whose contributions differ in use or certainty, whatever their number, except those that may be absent."""
    if one == two:
        return set()
    return {
        leaf
        for leaf in one.keys() | two.keys()
        if (marks := one.get(leaf, ())) is not (others := two.get(leaf, ())) and marks != others and _uses(marks) != _uses(others)
    }


def _uses(marks: Iterable[Contribution]) -> frozenset[bool]:
    return frozenset(mark.used for mark in marks if mark.counts)


def _join_contributions(one: dict[Number, tuple[Contribution, ...]], two: Mapping[Number, tuple[Contribution, ...]]) -> None:
    """Join contributions to gradients: where paths differ in their number, all of them."""
    for leaf, marks in two.items():
        own = one.get(leaf, ())
        if leaf not in one or len(own) != len(marks):
            one[leaf] = tuple(dict.fromkeys((*own, *marks)))


def join_status(one: State, two: State) -> None:
    """Join the status of graphs and gradients of a second state into that of the first; their facts are yet to be joined."""
    one.new_grad_fns.update((family, rebase) for family, rebase in two.new_grad_fns.items() if family not in one.new_grad_fns)
    for tensor in one.needs.keys() - two.needs.keys():
        del one.needs[tensor]
    _join_contributions(one.gradients, two.gradients)
    _join_contributions(one.optimizer_gradients, two.optimizer_gradients)
