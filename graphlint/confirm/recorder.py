"""The recorder: hears what the runtime shim does, and writes it down as events."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from graphlint.autograd.events import (
    Backward,
    Certainty,
    Change,
    Cleared,
    Clipped,
    Context,
    ContextAttribute,
    Contribution,
    Detached,
    Dropped,
    Event,
    Fault,
    Forward,
    GradMode,
    GradRead,
    Misuse,
    Node,
    OptimizerMade,
    Raised,
    Rebound,
    Retain,
    Rewrapped,
    Run,
    Saved,
    Site,
    Step,
    ZeroGrad,
)
from graphlint.confirm.places import Places
from graphlint.confirm.remembering import numbers_in, remembering

YES, NO = Certainty.YES, Certainty.NO


ON_PURPOSE = frozenset(("detach", ".data", "detach_"))
TERMS = frozenset(("add", "sub", "rsub"))
FACTORS = frozenset(("mul", "div"))
FOREIGN = frozenset(("torch", "numpy", *sys.builtin_module_names, *sys.stdlib_module_names)) - {"__main__"}
"""Modules whose objects hold no tensors of the program's."""


@dataclass
class Walk:
    """A backward under way."""

    site: Site
    context: Context
    call: str
    roots: tuple[int, ...]
    retain: Retain
    create: bool
    walked: list[int] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    freed: list[int] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    reuses: set[int] = field(default_factory=set)


@dataclass
class Call:
    """A module call under way."""

    number: int
    site: Site
    context: Context


@dataclass
class Recorder:
    """Overrides the shim's observer; `switches` is the shim's state, `nodes` and `events` are what has been written down."""

    places: Places
    switches: Any
    nodes: dict[int, Node] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    last: int = 0
    walk: Walk | None = None
    calls: list[Call] = field(default_factory=list)
    leaves: dict[int, Any] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    objects: dict[int, Any] = field(default_factory=dict)
    keepers: dict[int, int] = field(default_factory=dict)
    freed: dict[int, Backward] = field(default_factory=dict)
    changes: dict[int, Change] = field(default_factory=dict)
    gradients: dict[int, list[Contribution]] = field(default_factory=dict)
    lost: dict[int, Cleared] = field(default_factory=dict)
    inputs: list[tuple[int, ...]] = field(default_factory=list)
    arrays: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    in_place: set[int] = field(default_factory=set)
    modes: dict[int, tuple[Any, Site, Context]] = field(default_factory=dict)
    switched: Site | None = None
    switched_before: Site | None = None

    def number(self) -> int:
        """A number that nothing else in the run has."""
        self.last += 1
        return self.last

    def forgive(self, lines: Iterable[int]) -> None:
        """Forget errors that the program handled: the one that ended it passed through these lines."""
        passed = set(lines)
        self.events = [
            each for each in self.events if not isinstance(each, Raised) or passed & set(range(each.site.line, each.site.end_line + 1))
        ]

    def run(self, entry: str) -> Run:
        """All that was heard."""
        told = {event.site for event in self.events if isinstance(event, Dropped)}
        for _, site, context in self.modes.values():
            if site not in told:
                self.events.append(Dropped(site, context, "a grad-mode context manager", "mode"))
        self.modes = {}
        return Run(dict(self.nodes), tuple(self.events), entry=entry)

    def emit(self, kind: type[Event], *facts: Any) -> Any:
        """Write an event down, here."""
        event = kind(*self.places.here(), *facts)
        self.events.append(event)
        return event

    # Nodes

    def object_number(self, thing: Any) -> int:
        """The number of a module or an optimizer."""
        if id(thing) not in self.numbers:
            self.numbers[id(thing)], self.objects[id(thing)] = self.number(), thing
        return self.numbers[id(thing)]

    def leaf(self, tensor: Any) -> int:
        """The node of a leaf."""
        number: int | None = tensor.__dict__.get("_leaf_number")
        if number is None:
            number = tensor.__dict__["_leaf_number"] = self.number()
            site, context = tensor.__dict__.get("_leaf_made") or (self.places.here()[0], Context())
            self.nodes[number] = Node(number, "leaf", site, context)
        return number

    def leaf_made(self, tensor: Any) -> None:
        """A tensor was told to require grad; what was computed and lost its graph before trains nothing."""
        rebound = tensor.__dict__.pop("_rebound", None)
        if rebound is not None:  # a leaf again: nothing is lost
            self.events = [each for each in self.events if each is not rebound]
        if not tensor._rg and tensor._fn is None:
            tensor.__dict__["_leaf_made"] = self.places.here()
            if "_reason" in tensor.__dict__ and tensor._a.ndim == 0:
                self.leaf(tensor)
                self.emit(Rewrapped, "requires_grad", (), (tensor.__dict__["_leaf_number"],))

    def node(self, node: Any) -> int:
        """The number of one of the shim's nodes, which is written down when it is first met."""
        if hasattr(node, "variable"):
            return self.leaf(node.variable)
        inner = getattr(node, "node", node)
        number: int | None = node.__dict__.get("_number")
        if number is None:
            number = inner.__dict__.get("_number")
            if number is None or inner is not node:
                number = self.write_down(node, inner)
        node.__dict__["_number"] = number
        return number

    def write_down(self, node: Any, inner: Any) -> int:
        """A node as the rules read it."""
        inputs = tuple(dict.fromkeys(self.node(edge[0]) for edge in node.edges if edge is not None))
        number = self.number()
        site, context = self.places.here()
        held = inner.saved_tensors_held()
        forward = self.calls[0].number if self.calls else 0
        operation = inner.operation.name if hasattr(inner, "operation") else inner.plain_name()
        self.nodes[number] = Node(
            number, operation, site, context, inputs, (), YES if held else NO, tuple(self.saved(name, each) for name, each in held), forward
        )
        return number

    def saved(self, name: str, held: Any) -> Saved:
        """A saved tensor as the rules read it; what is packed by a hook is out of reach."""
        tensor = held.tensor
        if held.hooks or not hasattr(tensor, "_version_"):
            return Saved(0, 0, False, name)
        return Saved(tensor._version_.storage, held.version, bool(tensor._rg and tensor._fn is None), name.partition(".")[0])

    def of_tensor(self, tensor: Any) -> int:
        """The node that a tensor hangs on, 0 for none."""
        if tensor._fn is not None:
            return self.node(tensor._fn)
        return self.leaf(tensor) if tensor._rg else 0

    def tensors(self, value: Any, depth: int = 4) -> list[Any]:
        """The tensors in a value."""
        if hasattr(value, "_version_"):
            return [value]
        if isinstance(value, dict):
            value = list(value.values())
        elif hasattr(value, "__dict__") and (type(value).__module__.partition(".")[0] not in FOREIGN or isinstance(value, SimpleNamespace)):
            value = list(vars(value).values())
        if isinstance(value, (list, tuple)) and depth:
            return [found for each in value for found in self.tensors(each, depth - 1)]
        return []

    # What the shim tells

    def recorded(self, node: Any, result: Any) -> None:
        """An operation was put into the graph."""
        number = self.node(node)
        result.__dict__.setdefault("_made", self.nodes[number].site)

    def computed(self, name: str, operands: tuple[Any, ...], result: Any) -> None:
        """An operation was carried out: what its operands were made of goes on to the result."""
        given = [each for operand in operands for each in self.tensors(operand)]
        sources = frozenset(leaf for each in given for leaf in each.__dict__.get("_gradient_of", ()))
        cut = next((each.__dict__["_cut"] for each in given if "_cut" in each.__dict__), None)
        results = self.tensors(result)
        for each in results:
            if sources and not any(each is other for other in given):
                each.__dict__["_gradient_of"] = sources
            if cut is not None and each._fn is None:
                each.__dict__["_cut"] = cut
        self.note_reason(name, given, results)
        if name.endswith("_") and given:
            self.changed_by_operation(name, given)
        if cut is not None and results and results[0]._fn is not None:
            site, context, how, nodes = cut
            counts = TERMS | (FACTORS if how.startswith("torch.") else frozenset())
            matters = how == "Variable" or (how not in ON_PURPOSE and name.removesuffix("_") in counts)
            if matters and context.turns == self.places.here()[1].turns:
                self.events.append(Rewrapped(site, context, how, nodes, (self.of_tensor(results[0]),), how == "Variable"))

    def changed_by_operation(self, name: str, given: list[Any]) -> None:
        """An in-place operation: it may be a step by hand, a reset of a gradient, a copy that leaves the graph behind."""
        target, others = given[0], given[1:]
        if target._fn is not None:
            self.in_place.add(self.of_tensor(target))
        if target._rg and target._fn is None:
            leaf = self.leaf(target)
            if any(leaf in each.__dict__.get("_gradient_of", ()) for each in others):
                self.step_by_hand(leaf)
        elif "_grad_of" in target.__dict__ and name == "zero_":
            leaf = target.__dict__["_grad_of"]
            self.emit(ZeroGrad, frozenset((leaf,)), frozenset(), "tensor")
            self.gradients[leaf] = []
        elif "_grad_of" in target.__dict__ and name == "fill_":
            self.gradients[target.__dict__["_grad_of"]] = [Contribution(-self.number(), False)]
        if name in ("copy_", "index_put_") and not self.switches.grad:
            nodes = tuple(self.of_tensor(each) for each in others if each._fn is not None)
            if nodes:
                self.emit(Detached, nodes, "a copy under no_grad")

    def note_reason(self, name: str, given: list[Any], results: list[Any]) -> None:
        """Why results have no graph: made of what has one while grad mode was off, or of what had lost it."""
        tracked = any(each._fn is not None or each._rg for each in given)
        before = next((each.__dict__["_reason"] for each in given if "_reason" in each.__dict__), None)
        for each in results:
            if each._fn is None and not each._rg:
                if tracked and not self.switches.grad:
                    each.__dict__["_reason"] = ("no_grad", Event(*self.places.here()), self.switched)
                elif tracked:  # indices and comparisons: no operation that has a derivative
                    each.__dict__["_reason"] = (name, Event(*self.places.here()), None)
                elif before is not None:
                    each.__dict__["_reason"] = before

    def step_by_hand(self, leaf: int) -> None:
        """A leaf was changed by its own gradient."""
        marks = tuple(self.gradients.get(leaf, ()))
        owned = frozenset((leaf,))
        self.gradients[leaf] = [mark._replace(used=True) for mark in marks]
        self.emit(Step, self.number(), 0, owned, owned if marks else frozenset(), {leaf: marks})

    def changed(self, tensor: Any, cause: str) -> None:
        """A storage was changed in place."""
        site, context = self.places.here()
        storage = tensor._version_.storage
        self.changes[storage] = Change(site, context, self.number(), storage, cause, bool(tensor._rg and tensor._fn is None))

    def walk_begins(self, call: str, roots: Any, retain: Any, create_graph: bool) -> None:
        """A backward was called."""
        site, context = self.places.here()
        spans = tuple(site[1:])
        if retain:
            told = Retain.COMPUTED if spans in self.places.marked.computed else Retain.LITERAL
        else:
            told = Retain.IMPLIED if create_graph and retain is None else Retain.NO
        numbers = tuple(number for root in roots if (number := self.of_tensor(root)))
        self.walk = Walk(site, context, call, numbers, told, create_graph)

    def visited(self, node: Any, freed: bool) -> None:
        """The walk went through a node."""
        if self.walk is None:
            return
        number = self.node(node)
        self.walk.walked.append(number)
        if freed:
            self.walk.freed.append(number)
        if number in self.keepers:
            self.walk.reuses.add(self.keepers[number])
        if hasattr(node, "variable"):
            self.walk.leaves.append(number)

    def captured(self, node: Any) -> None:
        """The walk came to a node whose gradient was asked for, and went no further."""
        if self.walk is not None and not hasattr(node, "variable"):
            self.walk.reached.append(self.node(node))

    def walk_ends(self) -> None:
        """The backward returned."""
        walk, self.walk = self.walk, None
        if walk is None:
            return
        number = self.number()
        event = Backward(
            walk.site, walk.context, number, walk.call, walk.roots, frozenset((*walk.walked, *walk.reached)), frozenset(),
            frozenset(walk.freed), walk.retain, walk.create, frozenset(walk.leaves), frozenset(walk.reuses),
        )  # fmt: skip
        self.events.append(event)
        self.freed.update(dict.fromkeys(walk.freed, event))
        if walk.retain is not Retain.NO:
            self.keepers.update((each, number) for each in walk.walked if self.nodes[each].saves is YES)
        if walk.call == "backward":
            for leaf in walk.leaves:
                self.gradients.setdefault(leaf, []).append(Contribution(number, False))
                self.lost.pop(leaf, None)

    def failed(self, kind: str, **facts: Any) -> None:
        """PyTorch's error is about to be raised."""
        walk, self.walk = self.walk, None
        fault = Fault[kind]
        roots = walk.roots if walk is not None else ()
        chain: tuple[int, ...] = ()
        by: Event | None = None
        reason = what = ""
        mode: Site | None = None
        if "node" in facts:
            goal = self.node(facts["node"])
            chain = self.chain(roots, goal)
            by = self.freed.get(goal)
        tensor = facts.get("tensor")
        if fault is Fault.CHANGED and tensor is not None:
            by = self.changes.get(tensor._version_.storage)
        elif fault is Fault.NO_GRAPH and tensor is not None:
            reason, by, mode = tensor.__dict__.get("_reason", ("data", None, None))
        elif fault in (Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED):
            what = ""
        self.emit(Raised, fault, chain, by, roots[0] if roots else 0, reason, what, mode)

    def chain(self, roots: Iterable[int], goal: int) -> tuple[int, ...]:
        """Nodes from a root down to the goal."""
        came: dict[int, int] = {}
        stack = list(roots)
        seen = set(stack)
        while stack:
            number = stack.pop()
            if number == goal:
                path = [number]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return tuple(reversed(path))
            for below in self.nodes[number].inputs:
                if below not in seen:
                    seen.add(below)
                    came[below] = number
                    stack.append(below)
        return (goal,)

    def module_enters(self, module: Any, inputs: tuple[Any, ...]) -> None:  # noqa: ARG002 - the observer's signature
        """A module is called."""
        site, context = self.places.here()
        self.inputs.append(tuple(number for each in self.tensors(inputs) if (number := self.of_tensor(each))))
        self.calls.append(Call(self.number(), site, context))

    def module_leaves(self, module: Any, inputs: tuple[Any, ...], result: Any) -> None:  # noqa: ARG002 - the observer's signature
        """... and returns: a forward pass, if it has parameters that are trained."""
        call, given = self.calls.pop(), self.inputs.pop()
        trained = [each for each in module.parameters() if each._rg]
        if not trained or result is None:
            return
        nodes = tuple(number for each in self.tensors(result) if each._fn is not None and (number := self.of_tensor(each)))
        self.events.append(
            Forward(
                call.site, call.context, call.number, type(module).__name__, nodes, frozenset(self.leaf(each) for each in trained),
                YES if self.switches.grad else NO, YES if module.training else NO, YES if given else NO, given,
                tuple(each.number for each in self.calls), self.object_number(module),
            )
        )  # fmt: skip

    def mode(self, what: str, enabled: bool, entered: bool, scoped: bool) -> None:
        """Grad mode was entered, left or switched."""
        if not entered:
            return
        event = self.emit(GradMode, what, enabled, entered, scoped)
        if what == "set_grad_enabled":
            # The construction switches at once; a block that is entered afterwards switches back at its end.
            self.switched, self.switched_before = (
                (self.switched_before, None) if scoped else (None if enabled else event.site, self.switched)
            )

    def mode_made(self, mode: Any) -> None:
        """A grad-mode object was constructed: if it is never entered, that is told at the end."""
        if mode.what != "set_grad_enabled":
            self.modes[id(mode)] = (mode, *self.places.here())

    def mode_used(self, mode: Any) -> None:
        """A grad-mode object was entered, or put around a function."""
        self.modes.pop(id(mode), None)

    def detached(self, tensor: Any, result: Any, how: str) -> None:
        """A tensor without its graph was made of one."""
        if how == "data":
            self.emit(Misuse, "data")
        number = self.of_tensor(tensor) if tensor is not result or tensor._fn is not None else 0
        if number and self.nodes[number].operation != "leaf":
            event = self.emit(Detached, (number,), ".data" if how == "data" else how)
            result.__dict__["_reason"] = (event.how, event, None)
            if result is not tensor:
                result.__dict__["_cut"] = (event.site, event.context, event.how, event.nodes)

    def read_number(self, tensor: Any, how: str, value: Any) -> Any:
        """A value was taken out as a number: one that remembers where it came from."""
        number = self.of_tensor(tensor) if tensor._fn is not None else 0
        number = number or next(iter(tensor.__dict__.get("_cut", (0, 0, 0, (0,)))[3]), 0)
        if not number or how not in ("item", "tolist", "numpy"):
            return value
        if how == "numpy":
            self.arrays[id(value)] = (value, (*self.places.here(), "numpy", (number,)))
            return value
        return remembering(value, (*self.places.here(), f".{how}()", (number,)))

    def made_from(self, data: Any, result: Any) -> None:
        """A tensor was made of numbers."""
        found = next(numbers_in(data), None)
        if found is not None and not found.computed:
            result.__dict__["_cut"] = (*self.places.here(), "torch.tensor", found.cut[3])
        elif found is not None:
            result.__dict__["_cut"] = found.cut
        elif id(data) in self.arrays:
            result.__dict__["_cut"] = self.arrays[id(data)][1]

    def wrapped_anew(self, tensor: Any, result: Any) -> None:
        """A tensor without a graph was wrapped in a Variable: what .data has cut off is not cut off on purpose."""
        cut = tensor.__dict__.get("_cut")
        if cut is not None and cut[2] == ".data":
            result.__dict__["_cut"] = (*self.places.here(), "Variable", cut[3])

    def grad_read(self, tensor: Any) -> None:
        """`.grad` was read."""
        number = self.of_tensor(tensor)
        leaf = tensor.is_leaf
        self.emit(GradRead, YES if leaf else NO, None if leaf else tensor.__dict__.get("_made"), "", tensor._keeps_grad, number)
        if tensor._grad is not None and leaf and number:
            tensor._grad.__dict__["_gradient_of"] = frozenset((number,))
            tensor._grad.__dict__["_grad_of"] = number

    def grads_reset(self, tensors: Any, owner: Any) -> None:
        """Gradients are about to be reset: what no step has used yet is lost."""
        numbers = frozenset(self.leaf(each) for each in tensors if each._rg)
        unused = frozenset(mark.backward for each in numbers for mark in self.gradients.get(each, ()) if not mark.used)
        event = self.emit(
            ZeroGrad, numbers, unused, "tensor" if owner is None else "optimizer" if hasattr(owner, "param_groups") else "module"
        )
        for each in numbers:
            wasted = [mark.backward for mark in self.gradients.get(each, ()) if not mark.used]
            if wasted:
                self.lost[each] = Cleared(event.site, wasted[-1])
            self.gradients[each] = []

    def owned(self, optimizer: Any) -> list[Any]:
        """An optimizer's parameters."""
        return [each for group in optimizer.param_groups for each in group["params"]]

    def step_begins(self, optimizer: Any) -> None:
        """An optimizer is about to step; what counts is how its gradients stand when it has called its closure."""

    def search_begins(self) -> None:
        """An optimizer is about to call its closure, several times."""
        self.places.repeats()

    def search_turns(self) -> None:
        """... once more."""
        self.places.again()

    def search_ends(self) -> None:
        """... and is done."""
        self.places.repeated()

    def step_ends(self, optimizer: Any) -> None:
        """The optimizer has stepped."""
        params = self.owned(optimizer)
        numbers = [self.leaf(each) for each in params]
        changed = frozenset(number for number, each in zip(numbers, params, strict=True) if each._grad is not None)
        gradients = {number: tuple(self.gradients.get(number, ())) for number in numbers}
        cleared = tuple(dict.fromkeys(self.lost[each] for each in numbers if each in self.lost and each not in changed))
        self.emit(Step, self.number(), self.object_number(optimizer), frozenset(numbers), changed, gradients, True, cleared)
        for number in changed:
            self.gradients[number] = [mark._replace(used=True) for mark in self.gradients.get(number, ())]

    def optimizer_made(self, optimizer: Any, params: Any) -> None:
        """An optimizer was constructed."""
        tensors = [each for each in params if hasattr(each, "_version_")]
        nonleaf = tuple(each.__dict__["_made"] for each in tensors if not each.is_leaf and "_made" in each.__dict__)
        leaves = frozenset(self.leaf(each) for each in tensors if each.is_leaf)
        self.emit(OptimizerMade, self.object_number(optimizer), leaves, True, nonleaf)

    def clipped(self, call: str, tensors: Any) -> None:
        """Gradients are about to be clipped or unscaled."""
        numbers = frozenset(self.leaf(each) for each in tensors if each._rg and each._fn is None)
        marks = [mark for each in numbers for mark in self.gradients.get(each, ())]
        argument = "loss" if any(each._fn is not None for each in tensors) else ""
        self.emit(Clipped, call, numbers, YES if marks else NO, bool(marks) and all(mark.used for mark in marks), argument)

    def rewrapped(self, tensor: Any, result: Any, how: str) -> None:
        """A tensor was made anew from another one's values."""
        number = self.of_tensor(tensor)
        if number:
            site, context = self.places.here()
            result.__dict__["_cut"] = (site, context, how, (number,))

    def context_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """A custom Function put a tensor on its ctx: an input, or what may turn out to be the output."""
        for each in value if isinstance(value, (tuple, list)) else (value,):
            if hasattr(each, "_version_"):
                self.note_attribute(name, each, ctx)

    def note_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """One tensor on a ctx."""
        role = "input" if any(value is each for each in getattr(ctx, "inputs", ())) else "intermediate"
        site, context = self.places.here()
        ctx.__dict__.setdefault("_noted", []).append((site, context, name, value, role))

    def context_done(self, ctx: Any, outputs: Iterable[Any]) -> None:
        """A custom Function's forward has returned."""
        results = list(outputs)
        for site, context, name, value, role in ctx.__dict__.get("_noted", ()):
            found = "output" if role != "input" and any(value is each for each in results) else role
            self.events.append(ContextAttribute(site, context, name, found))

    def misuse(self, what: str, detail: str = "") -> None:
        """A removed or deprecated spelling was executed."""
        self.emit(Misuse, what, detail)

    def dropped(self, what: str, kind: str) -> None:
        """A value was thrown away."""
        self.emit(Dropped, what, kind)

    def detached_in_vain(self, site: Site, value: Any) -> None:
        """A loop's variable was bound to the detached value of an element, and nothing reads it afterwards."""
        if hasattr(value, "_version_") and "_cut" in value.__dict__:
            self.events.append(Dropped(site, self.places.here()[1], value.__dict__["_cut"][2], "copy"))

    def rebound(self, site: Site, name: str, leaf: Any, value: Any) -> None:
        """A name that held a leaf was bound to what was computed from it and its gradient."""
        _, context = self.places.here()
        value.__dict__["_rebound"] = event = Rebound(site, context, name, self.leaf(leaf), value.__dict__.get("_made"))
        self.events.append(event)
