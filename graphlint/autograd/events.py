"""The events in the life of an autograd graph: what interpreters emit and rules read.

Two emitters write these records, the abstract interpreter and the runtime shim; rules read them and import neither. Every number
that identifies something (node, storage, backward, loop run) is unique within one `Run`. A record is immutable; the order of
`Run.events` is the order in which things happened, path after path.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar, cast

# Whoever reads or writes events finds all that they are made of here.
from graphlint.autograd.sites import Site as Site  # noqa: PLC0414


class Turn(NamedTuple):
    """One iteration of one run of a loop: the loop's site, a number for this run of it, the iteration counted from 1."""

    loop: Site
    run: int
    number: int


class Context(NamedTuple):
    """What an event happened inside of: the calls that led there, the functions' names and the loops, outermost first.

    `around` are the words of the conditions and iterables around it: how the program calls what it is doing, never evidence of what a
    value is.
    """

    calls: tuple[Site, ...] = ()
    functions: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    around: tuple[str, ...] = ()


NOWHERE = Context()
"""Outside of any call and loop."""


class Certainty(enum.Enum):
    """Whether something is so on the path taken, whatever the unknowns on it are."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class Saved(NamedTuple):
    """One tensor that a node keeps for its derivative.

    `storage` is 0 for what user code cannot reach (a mask, indices, a wrapped number); `version` is the version counter at the time of
    saving; `leaf` tells a leaf that requires grad (a parameter) from any other tensor; `what` is the operand's name, or "result".
    """

    storage: int
    version: int
    leaf: bool
    what: str


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a graph: an operation that was recorded, or (operation "leaf") the place where a leaf's gradient is added up.

    `inputs` are the nodes it certainly hangs on, `maybe` those that an unknown function may have hung it on. `saves` says whether a
    backward through it reads a saved tensor; `saved` lists those whose storage is known. `forward` is the number of the outermost module
    call that it was built in, 0 outside of any.
    """

    number: int
    operation: str
    site: Site
    context: Context
    inputs: tuple[int, ...] = ()
    maybe: tuple[int, ...] = ()
    saves: Certainty = Certainty.NO
    saved: tuple[Saved, ...] = ()
    forward: int = 0


SCALING = frozenset(("mul", "div", "scale"))
"""Operations that save the factor and not what is scaled, where only one operand has a graph."""


@dataclass(frozen=True, slots=True)
class Event:
    """What every event has: where it happened, and inside of what."""

    site: Site
    context: Context


class Retain(enum.Enum):
    """What a backward was told about keeping the graph."""

    NO = "no"
    LITERAL = "retain_graph=True"
    COMPUTED = "a value that the program computes"
    IMPLIED = "create_graph=True"


@dataclass(frozen=True, slots=True)
class Forward(Event):
    """The call of a module with parameters.

    `result` are the nodes of what it returned, `leaves` its parameters, `training` the module's flag, `input_needs_grad` whether a gradient
    passes through it to what came before, `inputs` the nodes of what it was given, `inside` the numbers of the module calls around it,
    `object` identifies the module.
    """

    number: int
    module: str
    result: tuple[int, ...]
    leaves: frozenset[int]
    grad_mode: Certainty
    training: Certainty
    input_needs_grad: Certainty
    inputs: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()
    object: int = 0


@dataclass(frozen=True, slots=True)
class Backward(Event):
    """A backward, or autograd.grad, that succeeded (the one that raises is followed by its `Raised`).

    `walked` and `freed` are certain; `perhaps` are nodes that an unknown function may have put into the walked graph. `leaves` got a
    gradient. `reuses` are the backwards whose retained tensors this one read.
    """

    number: int
    call: str
    roots: tuple[int, ...]
    walked: frozenset[int]
    perhaps: frozenset[int]
    freed: frozenset[int]
    retain: Retain
    create_graph: bool
    leaves: frozenset[int]
    reuses: frozenset[int] = frozenset()
    through_unknown: bool = False

    @property
    def reached(self) -> frozenset[int]:
        """The leaves that got a gradient as far as one can tell: those that were surely reached, or all that may have been where none was.

        What has a graph hangs on some leaf.
        """
        return self.leaves & self.walked or self.leaves


class Fault(enum.Enum):
    """The ways in which PyTorch raises."""

    FREED = "Trying to backward through the graph a second time"
    CHANGED = "one of the variables needed for gradient computation has been modified by an inplace operation"
    LEAF_CHANGED = "a leaf Variable that requires grad is being used in an in-place operation"
    LEAF_VIEW_CHANGED = "a view of a leaf Variable that requires grad is being used in an in-place operation"
    NO_GRAPH = "element 0 of tensors does not require grad and does not have a grad_fn"
    NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
    INFERENCE = "Inference tensors cannot be saved for backward"


@dataclass(frozen=True, slots=True)
class Change(Event):
    """An in-place change of a storage: by an operation, by an optimizer's step ("step"), or behind autograd's back ("data")."""

    number: int
    storage: int
    cause: str
    leaf: bool


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """PyTorch raises here, and this path ends.

    For FREED and CHANGED, `chain` are the nodes from the root walked down to the one whose saved tensor is gone or changed, `by` is the
    `Backward` that freed it or the `Change`. For NO_GRAPH, `reason` says what took the graph away and `by` where, `mode`
    is the statement that had switched grad mode off for good, if one had.
    """

    fault: Fault
    chain: tuple[int, ...] = ()
    by: Event | None = None
    root: int = 0
    reason: str = ""
    what: str = ""
    mode: Site | None = None


@dataclass(frozen=True, slots=True)
class Detached(Event):
    """A value left its graph here (detach, .data, a copy under no_grad): the nodes it hung on."""

    nodes: tuple[int, ...]
    how: str


class Keeping(enum.Enum):
    """How a graph outlives its iteration."""

    COMBINED = "combined into one tensor"
    COLLECTED = "collected one by one"


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A graph is still held when its iteration is over, and so is the one of the iteration before: it grows.

    The site is the statement that keeps it, `holder` the name, attribute or container as the program spells it, `nodes` the graph's ends
    that are held, `loop` the loop over whose iterations it grows; `outlives` says whether the holder lives on when the function that
    runs the loop has returned, `freed` whether a backward has freed what they hang on.
    """

    keeping: Keeping
    holder: str
    nodes: tuple[int, ...]
    loop: Turn
    outlives: bool
    number: int
    freed: bool = False


@dataclass(frozen=True, slots=True)
class GradRead(Event):
    """`.grad` of a tensor was read: `leaf` says whether it is one, `by` the statement that made it a non-leaf."""

    leaf: Certainty
    by: Site | None
    how: str
    retained: bool = False
    node: int = 0


class Contribution(NamedTuple):
    """One backward's part in a leaf's gradient, and whether a step has used it already.

    `backward` is negative where it may have reached the leaf or not. It is `likely` then where that backward surely reached no other leaf:
    what has a graph hangs on some leaf.
    """

    backward: int
    used: bool
    likely: bool = False

    @property
    def counts(self) -> bool:
        """Whether the leaf has this part of its gradient, as far as one can tell."""
        return self.backward > 0 or self.likely

    def doubted(self) -> Contribution:
        """The same after something unseen that may have reset or used it."""
        return Contribution(-abs(self.backward), self.used)


@dataclass(frozen=True, slots=True)
class ZeroGrad(Event):
    """Gradients were reset: of these leaves, which held these backwards' contributions not yet used by any step."""

    leaves: frozenset[int]
    unused: frozenset[int]
    owner: str = ""


class Cleared(NamedTuple):
    """A reset that threw away what a backward had made before any step used it."""

    site: Site
    backward: int


@dataclass(frozen=True, slots=True)
class Step(Event):
    """An optimizer's step: the leaves it owns and what their gradients are made of.

    `changed` are the leaves that had a gradient, `cleared` the resets that threw away, since the last backward, gradients which this step
    should have found; `complete` is False where the optimizer owns more than is known.
    """

    number: int
    optimizer: int
    owned: frozenset[int]
    changed: frozenset[int]
    gradients: Mapping[int, tuple[Contribution, ...]] = field(default_factory=dict)
    complete: bool = True
    cleared: tuple[Cleared, ...] = ()


@dataclass(frozen=True, slots=True)
class OptimizerMade(Event):
    """An optimizer was constructed: over these leaves; `complete` is False where some of its parameters are not known."""

    optimizer: int
    owned: frozenset[int]
    complete: bool
    nonleaf: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class Clipped(Event):
    """Gradients were clipped or unscaled: of these leaves; `pending` is False where no backward has made them since the last zero_grad,
    `spent` True where a step has used them already."""

    call: str
    leaves: frozenset[int]
    pending: Certainty
    spent: bool
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """The value of an expression statement was thrown away: `what` is the method or API, `kind` one of "mode" (an instance made and not
    entered), "uncalled mode" (its class, not called), "uncalled" (a method named and not called), "copy" (a new tensor, the old one
    unchanged), "result" (what a call has computed)."""

    what: str
    kind: str
    nodes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rebound(Event):
    """A name that held a leaf was bound to a new tensor computed from it and its gradient."""

    name: str
    leaf: int
    made: Site | None = None


@dataclass(frozen=True, slots=True)
class Rewrapped(Event):
    """A tensor with a graph was turned into a number or a fresh tensor without one, which was added to the nodes in `into`.

    With `how` "requires_grad", a tensor without a graph was told to require grad: `into` is the leaf that it became. `deliberate` is a way
    that says of itself that it leaves the graph, `expectant` one that asks for a gradient of what it makes.
    """

    how: str
    nodes: tuple[int, ...]
    into: tuple[int, ...] = ()
    deliberate: bool = False
    expectant: bool = False


@dataclass(frozen=True, slots=True)
class ContextAttribute(Event):
    """A custom Function put a tensor on ctx as an attribute: `role` is "input", "output" or "intermediate"."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Misuse(Event):
    """A removed or deprecated spelling was executed: `what` names it."""

    what: str


AnyEvent = TypeVar("AnyEvent", bound=Event)


def _no_text(site: Site) -> str:  # noqa: ARG001  the signature of `Run.text`
    return ""


@dataclass(frozen=True)
class Run:
    """Everything that happened from one entry point, over all paths that were followed.

    `complete` is False where a budget cut a path off, or something unseen could have acted on any tensor: then no claim that something
    never happens holds. `escaped` are nodes that code not at hand was given and may walk, store or detach, `returned` those that went to a
    caller nobody sees; `handed` are leaves whose module code not at hand was given; `abandoned` are nodes that were held where a path ended
    in an error, so that nobody knows who would have walked them, `unfollowed` those that only paths hung on of
    which there were too many to follow. `text` gives the source text of a span for messages, empty where the source is not available.
    """

    nodes: Mapping[int, Node]
    events: tuple[Event, ...]
    complete: bool = True
    escaped: frozenset[int] = frozenset()
    returned: frozenset[int] = frozenset()
    handed: frozenset[int] = frozenset()
    abandoned: frozenset[int] = frozenset()
    unfollowed: frozenset[int] = frozenset()
    entry: str = ""
    text: Callable[[Site], str] = field(default=_no_text, compare=False, repr=False)

    @functools.cached_property
    def _by_kind(self) -> dict[type[Event], tuple[Event, ...]]:
        """The events by kind, for the kinds that were asked for: rules ask again and again, and a run may have thousands of events."""
        return {}

    @functools.cached_property
    def backwards(self) -> Mapping[int, Backward]:
        """All backwards by number."""
        return {event.number: event for event in self.of(Backward)}

    @functools.cached_property
    def forwards(self) -> Mapping[int, Forward]:
        """All module calls by number."""
        return {event.number: event for event in self.of(Forward)}

    @functools.cached_property
    def walked(self) -> frozenset[int]:
        """Every node that some backward walked, may have walked, or was walking when it raised."""
        found: set[int] = set()
        for event in self.of(Backward):
            found |= event.walked
            found |= event.perhaps
        return self.interrupted.union(found)

    @functools.cached_property
    def interrupted(self) -> frozenset[int]:
        """Every node that a backward was to walk when it raised."""
        return self.below(root for event in self.of(Raised) for root in event.chain[:1])

    @functools.cached_property
    def within_reach(self) -> frozenset[int]:
        """Every node that code not at hand can walk: what it was given, and all below."""
        return self.below(self.escaped)

    @functools.cached_property
    def unfinished(self) -> frozenset[int]:
        """Every node that was held where a path ended in an error, and all below."""
        return self.below(self.abandoned)

    @functools.cached_property
    def back_to_caller(self) -> frozenset[int]:
        """Every node that a caller nobody sees can walk."""
        return self.below(self.returned)

    @functools.cached_property
    def perhaps_walked(self) -> frozenset[int]:
        """Every node that some backward walked, that a caller can walk, or that was held where a path was followed no further."""
        return self.walked | self.back_to_caller | self.unfinished | self.unfollowed

    @functools.cached_property
    def module_leaves(self) -> frozenset[int]:
        """The parameters of every module that was called."""
        return frozenset(leaf for event in self.of(Forward) for leaf in event.leaves)

    def below(self, roots: Iterable[int]) -> frozenset[int]:
        """The roots and all that they certainly or perhaps hang on."""
        seen: set[int] = set()
        stack = [root for root in roots if root in self.nodes]
        while stack:
            number = stack.pop()
            if number not in seen:
                seen.add(number)
                node = self.nodes[number]
                stack.extend(node.inputs)
                stack.extend(node.maybe)
        return frozenset(seen)

    def summed(self, root: int) -> frozenset[int]:
        """The sums that are added up in a root: no gradient depends on the value of a constant that was added there."""
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
            elif node.operation not in SCALING or len(node.inputs) + len(node.maybe) != 1:
                continue
            stack.extend((*node.inputs, *node.maybe))
        return frozenset(sums)

    def of(self, kind: type[AnyEvent]) -> Iterator[AnyEvent]:
        """The events of one kind, in order."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = tuple(event for event in self.events if isinstance(event, kind))
        return iter(cast("tuple[AnyEvent, ...]", found))
