"""Traversal of the nodes of a run: the nodes below and above others, and the sums accumulated in a root."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphlint.autograd.nodes import SCALING, Certainty, Node


@dataclass(frozen=True)
class NodeGraph:
    """All nodes of a run by number. An input has a smaller number than the nodes that depend on it."""

    nodes: Mapping[int, Node]

    def below(self, roots: Iterable[int], without: frozenset[int] = frozenset()) -> frozenset[int]:
        """Return the roots and all nodes on which they certainly or possibly depend, other than through the nodes `without`."""
        seen: set[int] = set()
        stack = [root for root in roots if root in self.nodes]
        while stack:
            number = stack.pop()
            if number not in seen and number not in without:
                seen.add(number)
                node = self.nodes[number]
                stack.extend(node.inputs)
                stack.extend(node.possible_inputs)
        return frozenset(seen)

    @functools.cached_property
    def _dependents(self) -> Mapping[int, list[int]]:
        """The nodes that certainly or possibly depend directly on each node."""
        found: dict[int, list[int]] = {}
        for number, node in self.nodes.items():
            for item in (*node.inputs, *node.possible_inputs):
                found.setdefault(item, []).append(number)
        return found

    def above(self, nodes: Iterable[int]) -> frozenset[int]:
        """Return nodes and all that certainly or possibly depend on them."""
        seen = set(nodes)
        stack = list(seen)
        while stack:
            later = [item for item in self._dependents.get(stack.pop(), ()) if item not in seen]
            seen.update(later)
            stack.extend(later)
        return frozenset(seen)

    def ends_above(self, nodes: Iterable[int]) -> frozenset[int]:
        """Return the nodes computed from these on which no other node depends: the last values of their graph."""
        seen = set(nodes)
        stack = list(seen)
        ends: set[int] = set()
        while stack:
            number = stack.pop()
            later = self._dependents.get(number)
            if not later:
                ends.add(number)
                continue
            stack.extend(item for item in later if item not in seen)
            seen.update(later)
        return frozenset(ends)

    def summed(self, root: int) -> frozenset[int]:
        """Return the sums that are accumulated in a root: no gradient depends on the value of a constant term."""
        seen: set[int] = set()
        sums: set[int] = set()
        stack = [root]
        while stack:
            number = stack.pop()
            node = self.nodes.get(number)
            if node is None or number in seen:
                continue
            seen.add(number)
            if node.saves is Certainty.NO:
                sums.add(number)
            elif node.operation not in SCALING or len(node.inputs) + len(node.possible_inputs) != 1:
                continue
            stack.extend((*node.inputs, *node.possible_inputs))
        return frozenset(sums)
