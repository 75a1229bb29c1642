"""The nodes of the autograd graph of a run, and the numbers that order everything in it.

Nodes are never removed. A node is replaced only to complete it: with what an in-place operation saves, or with a possible input of a
module's output. Node numbers increase in the order of creation, so an input's number is smaller than that of the node that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphlint.autograd import operations
from graphlint.autograd.events import NO_CONTEXT, SCALING, UNRESOLVED, Certainty, Context, Node, Origin, Saved, Site
from graphlint.engine.domain.values import MAYBE, YES


@dataclass(slots=True)
class ReachedNodes:
    """The nodes that a backward reaches: those that it certainly reaches, and those that unresolved code may have made it reach."""

    certain: set[int]
    possible: set[int]

    @property
    def all(self) -> set[int]:
        """All nodes that may be reached."""
        return self.certain | self.possible


@dataclass(slots=True)
class NodeTable:
    """The nodes by number, and the counter of the run.

    `saved` are the storages that any node saves. `context` is the dynamic context of the current instruction, which new nodes and events
    receive. `forwards` are the numbers of the module calls in progress, outermost first. Both are the position of the machine: all paths in
    execution are at the same instruction. `presumes_inputs` is True if a node has a presumed input (`TARGETS`).
    """

    nodes: dict[int, Node] = field(default_factory=dict)
    last: int = 0
    saved: set[int] = field(default_factory=set)
    context: Context = NO_CONTEXT
    forwards: list[int] = field(default_factory=list)
    presumes_inputs: bool = False

    @property
    def forward(self) -> int:
        """The number of the outermost module call in progress, 0 if none."""
        return self.forwards[0] if self.forwards else 0

    def number(self) -> int:
        """Return a new number: unique in the run, and greater than all before it."""
        self.last += 1
        return self.last

    def leaf(self, site: Site) -> int:
        """Create the node of a leaf and return its number."""
        number = self.number()
        self.nodes[number] = Node(number, Origin.LEAF, site, self.context)
        return number

    def record(
        self, origin: Origin, site: Site, inputs: Iterable[int], maybe: Iterable[int], saves: Certainty, saved: tuple[Saved, ...],
        gradients: tuple[tuple[int, int], ...] = (), operation: str = "", presumed_input: int = 0, obtained: int = 0,
    ) -> int:  # fmt: skip
        """Create a node and return its number; `operation` is the name of an operation of PyTorch, empty for other origins."""
        number = self.number()
        self.presumes_inputs = self.presumes_inputs or bool(presumed_input)
        self.saved.update(item.storage for item in saved if item.storage)
        unique = tuple(dict.fromkeys(item for item in inputs if item))
        self.nodes[number] = Node(
            number, origin, site, self.context, unique, tuple(dict.fromkeys(item for item in maybe if item)), saves, saved, self.forward,
            gradients, operation, presumed_input, obtained,
        )  # fmt: skip
        return number

    def gradient(self, site: Site, roots: Iterable[int], targets: set[int], factors: Iterable[int] = ()) -> int:
        """Create the node of a gradient computed with `create_graph=True` and return its number.

        It depends on the tensors in which the operations between the roots and the targets can be differentiated, and so on the saved
        tensors of the forward pass. The contribution of unresolved operations is uncertain.

        Args:
            site: the backward, or the read of the gradient.
            roots: the nodes at which the backward started.
            targets: the nodes whose gradient it is.
            factors: the nodes of the gradients that were passed to the backward.
        """
        roots = tuple(roots)
        reached = self.reach(roots)
        leading = self.restrict_to_targets(reached, targets).certain
        ends = leading | targets
        below = {source or number for number in leading for edge, source in self.nodes[number].gradients if edge in ends}
        return self.record(Origin.GRADIENT, site, (*sorted(below), *factors), roots, YES if below else MAYBE, ())

    def reach(self, roots: Iterable[int]) -> ReachedNodes:
        """Return the nodes that a backward from these roots reaches."""
        nodes = self.nodes
        certain: set[int] = set()
        possible: set[int] = set()
        stack = [root for root in roots if root]
        while stack:
            number = stack.pop()
            if number in certain:
                continue
            certain.add(number)
            node = nodes[number]
            stack.extend(node.inputs)
            possible.update(node.possible_inputs)
        stack = list(possible)
        possible = set()
        while stack:
            number = stack.pop()
            if number in possible or number in certain:
                continue
            possible.add(number)
            stack.extend(nodes[number].inputs)
            stack.extend(nodes[number].possible_inputs)
        return ReachedNodes(certain, possible)

    def reaches_all(self, roots: Iterable[int], targets: set[int]) -> bool:
        """Return True if a backward from these roots may reach all targets.

        The search ends with the last target: a sum has the former sum as an operand, and a loop that adds thousands asks each time.
        """
        missing = set(targets)
        seen = set[int]()
        stack = [root for root in roots if root]
        missing.difference_update(stack)
        while stack and missing:
            number = stack.pop()
            if number not in seen:
                seen.add(number)
                node = self.nodes[number]
                below = (*node.inputs, *node.possible_inputs)
                stack += below
                missing.difference_update(below)
        return not missing

    def unscaled(self, roots: Iterable[int]) -> set[int]:
        """Return roots and the values that they only scale: a backward from a scaled loss is one from the loss."""
        unscaled: set[int] = set()
        for root in roots:
            number = root
            while number not in unscaled:
                unscaled.add(number)
                node = self.nodes[number]
                if node.operation in SCALING and len(node.inputs) == 1:
                    number = node.inputs[0]
        return unscaled

    def restrict_to_targets(self, reached: ReachedNodes, targets: set[int]) -> ReachedNodes:
        """Restrict reached nodes to those on a path to the targets: autograd.grad and backward(inputs=...) execute no others."""
        leading = set(targets)
        for number in sorted(reached.all):
            node = self.nodes[number]
            if any(item in leading for item in (*node.inputs, *node.possible_inputs)):
                leading.add(number)
        between = leading - targets
        return ReachedNodes(reached.certain & between, reached.possible & between)

    def is_resolved(self, reached: ReachedNodes) -> bool:
        """Return True if all reached nodes were created by resolved code."""
        return not reached.possible and all(self.nodes[item].origin not in UNRESOLVED for item in reached.certain)

    def is_independent(self, node: int, reached: ReachedNodes) -> bool:
        """Return True if none of the reached nodes is that of a tensor, or of an operand that may be the same tensor."""
        same = [node]
        while same:
            number = same.pop()
            below = self.nodes[number]
            if number in reached.certain or number in reached.possible or below.origin in UNRESOLVED:
                return False
            if below.origin is not Origin.LEAF and operations.may_return_operand(below.operation):
                same.extend((*below.inputs, *below.possible_inputs))
        return True

    def chain(self, roots: Sequence[int], goal: int, within: set[int]) -> tuple[int, ...]:
        """Return the nodes on one path from a root to the goal, for messages; the goal alone if no path is certain."""
        predecessors: dict[int, int] = {}
        stack = [root for root in roots if root in within]
        seen = set(stack)
        while stack:
            number = stack.pop()
            if number == goal:
                path = [number]
                while path[-1] in predecessors:
                    path.append(predecessors[path[-1]])
                return tuple(reversed(path))
            for item in self.nodes[number].inputs:
                if item not in seen and item in within:
                    seen.add(item)
                    predecessors[item] = number
                    stack.append(item)
        return (goal,)
