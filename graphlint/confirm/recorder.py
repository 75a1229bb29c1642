"""The recorder: hears what the runtime shim does, and writes it down as events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from graphlint.autograd.events import (
    Certainty,
    Change,
    Context,
    ContextAttribute,
    Contribution,
    Detached,
    DiscardedResult,
    Event,
    Forward,
    Misuse,
    Rebound,
    Rewrapped,
    Run,
    Site,
    ZeroGrad,
)
from graphlint.confirm.backward_passes import Walks
from graphlint.confirm.event_log import Call, is_tensor
from graphlint.confirm.gradients import Training
from graphlint.confirm.tracked_numbers import numbers_in, remembering

YES, NO = Certainty.YES, Certainty.NO

ON_PURPOSE = frozenset(("detach", ".data", "detach_"))
TERMS = frozenset(("add", "sub", "rsub"))
FACTORS = frozenset(("mul", "div"))


@dataclass
class Recorder(Walks, Training):
    """Overrides the shim's observer: operations, modules, grad mode, and what is made of tensors."""

    inputs: list[tuple[int, ...]] = field(default_factory=list)
    arrays: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    modes: dict[int, tuple[Any, Site, Context]] = field(default_factory=dict)
    switched: Site | None = None
    switched_before: Site | None = None

    def run(self, entry: str) -> Run:
        """All that was heard."""
        told = {event.site for event in self.events if isinstance(event, DiscardedResult)}
        for _, site, context in self.modes.values():
            if site not in told:
                self.events.append(DiscardedResult(site, context, "a grad-mode context manager", "mode"))
        self.modes = {}
        return Run(dict(self.nodes), tuple(self.events), entry=entry)

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

    def recorded(self, node: Any, result: Any) -> None:
        """An operation was put into the graph."""
        number = self.node(node)
        result.__dict__.setdefault("_made", self.nodes[number].site)

    def computed(self, name: str, operands: tuple[Any, ...], result: Any) -> None:
        """An operation was carried out: what its operands were made of goes on to the result."""
        given = [each for operand in operands for each in self.tensors(operand)]
        sources = frozenset(leaf for each in given for leaf in each.__dict__.get("_gradient_of", ()))
        made = next((each for each in given if "_cut" in each.__dict__), None)
        cut = None if made is None else made.__dict__["_cut"]
        results = self.tensors(result)
        for each in results:
            if sources and not any(each is other for other in given):
                each.__dict__["_gradient_of"] = sources
            if cut is not None and each._fn is None:
                each.__dict__["_cut"] = cut
        if name == "clone":
            same_values(given[0], results[0])
        self.note_reason(name, given, results)
        if name.endswith("_") and given:
            self.changed_by_operation(name, given)
        if cut is not None and results and results[0]._fn is not None:
            site, context, how, nodes = cut
            counts = TERMS | (FACTORS if how.startswith("torch.") else frozenset())
            matters = how == "Variable" or (how not in ON_PURPOSE and name.removesuffix("_") in counts)
            if matters and context.turns == self.places.here()[1].turns:
                self.events.append(
                    Rewrapped(
                        site,
                        context,
                        how,
                        nodes,
                        (self.of_tensor(results[0]),),
                        how == "Variable",
                        made is not None and made.is_leaf and made._rg,
                    )
                )

    def changed_by_operation(self, name: str, given: list[Any]) -> None:
        """An in-place operation: it may be a step by hand, a reset of a gradient, a copy that leaves the graph behind."""
        target, others = given[0], given[1:]
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

    def changed(self, tensor: Any, cause: str) -> None:
        """A storage was changed in place."""
        site, context = self.places.here()
        storage = tensor._version_.storage
        self.changes[storage] = Change(site, context, self.number(), storage, cause, bool(tensor._rg and tensor._fn is None))

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
        if what == "set_grad_enabled":
            here = None if enabled else self.places.here()
            site = here[0] if here is not None else None
            # The construction switches at once; a block that is entered afterwards switches back at its end.
            self.switched, self.switched_before = (self.switched_before, None) if scoped else (site, self.switched)

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
        same_values(tensor, result)
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

    def rewrapped(self, tensor: Any, result: Any, how: str) -> None:
        """A tensor was made anew from another one's values."""
        number = self.of_tensor(tensor)
        if number:
            site, context = self.places.here()
            result.__dict__["_cut"] = (site, context, how, (number,))

    def context_attribute(self, name: str, value: Any, ctx: Any) -> None:
        """A custom Function put a tensor on its ctx: an input, or what may turn out to be the output."""
        for each in value if isinstance(value, (tuple, list)) else (value,):
            if is_tensor(each):
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

    def misuse(self, what: str) -> None:
        """A removed or deprecated spelling was executed."""
        self.emit(Misuse, what)

    def dropped(self, what: str, kind: str) -> None:
        """A value was thrown away."""
        self.emit(DiscardedResult, what, kind)

    def detached_in_vain(self, site: Site, value: Any) -> None:
        """A loop's variable was bound to the detached value of an element, and nothing reads it afterwards."""
        if is_tensor(value) and "_cut" in value.__dict__:
            self.events.append(DiscardedResult(site, self.places.here()[1], value.__dict__["_cut"][2], "copy"))

    def rebound(self, site: Site, name: str, leaf: Any, value: Any) -> None:
        """A name that held a leaf was bound to what was computed from it and its gradient."""
        _, context = self.places.here()
        value.__dict__["_rebound"] = event = Rebound(site, context, name, self.leaf(leaf), value.__dict__.get("_made"))
        self.events.append(event)


def same_values(tensor: Any, result: Any) -> None:
    """A tensor was made with the values of another: if a name was bound to these, and they are made a leaf again, nothing is lost."""
    if "_rebound" in tensor.__dict__:
        result.__dict__["_rebound"] = tensor.__dict__["_rebound"]
