"""Events in the lifetime of an autograd graph: interpreters emit them, rules read them.

There are two emitters, the abstract interpreter and the runtime shim; rules import neither. Every number that identifies something (node,
storage, backward, loop execution) is unique within one `Run`. Records are immutable. `Run.events` is in chronological order, path after
path.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

# Rules and emitters import from here everything that events consist of.
from graphlint.autograd.nodes import NO_CONTEXT as NO_CONTEXT  # noqa: PLC0414
from graphlint.autograd.nodes import SCALING as SCALING  # noqa: PLC0414
from graphlint.autograd.nodes import Certainty as Certainty  # noqa: PLC0414
from graphlint.autograd.nodes import Context as Context  # noqa: PLC0414
from graphlint.autograd.nodes import LoopIteration as LoopIteration  # noqa: PLC0414
from graphlint.autograd.nodes import Node as Node  # noqa: PLC0414
from graphlint.autograd.nodes import Saved as Saved  # noqa: PLC0414
from graphlint.autograd.sites import Site as Site  # noqa: PLC0414


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events: the site and its context."""

    site: Site
    context: Context


class Retain(enum.Enum):
    """The `retain_graph` argument of a backward."""

    NO = "no"
    LITERAL = "retain_graph=True"
    COMPUTED = "a value that the program computes"
    IMPLIED = "create_graph=True"


class LayerMode(NamedTuple):
    """The mode of a layer whose forward pass depends on it, and the statement that switched it to eval mode, None in training mode."""

    layer: int
    training: Certainty
    switch: Site | None = None


@dataclass(frozen=True, slots=True)
class Forward(Event):
    """A call of a module with parameters.

    `outputs` are the nodes of its output, `leaves` its parameters, `training` the module's flag, `input_needs_grad` says that a gradient
    flows through it to earlier operations. `inputs` are the nodes of its arguments, `enclosing_calls` the numbers of the enclosing module
    calls, `object` identifies the module. `constructed` says that the program constructed all its parameters, and has neither loaded them
    nor given them to unresolved code. `modes` are, for a call that is not part of another one, the modes of the layers whose forward pass
    certainly depends on the mode: dropout with a positive probability, batch norm with running statistics, code that reads `training`.
    """

    number: int
    module: str
    outputs: tuple[int, ...]
    leaves: frozenset[int]
    grad_mode: Certainty
    training: Certainty
    input_needs_grad: Certainty
    inputs: tuple[int, ...] = ()
    enclosing_calls: tuple[int, ...] = ()
    object: int = 0
    constructed: bool = False
    modes: tuple[LayerMode, ...] = ()


@dataclass(frozen=True, slots=True)
class ModeSwitch(Event):
    """A call of `train()` or `eval()`, or an assignment to `training`: `modules` are the module `object` and its submodules.

    `training` is the new mode, MAYBE if it is not known, or if unresolved code received the module and may switch it.
    """

    object: int
    training: Certainty
    modules: frozenset[int]


@dataclass(frozen=True, slots=True)
class FrozenForward(Event):
    """A call of a module none of whose parameters requires grad, in grad mode: its result has no graph."""


@dataclass(frozen=True, slots=True)
class ParallelForward(Event):
    """A call of a module through DistributedDataParallel, with grad mode enabled.

    `object` identifies the module. `synchronizes` states that the next backward pass reduces its gradients: the call is not under
    `no_sync()`.
    """

    number: int
    object: int
    synchronizes: bool


@dataclass(frozen=True, slots=True)
class NoSyncBlock(Event):
    """The end of a `no_sync()` block of DistributedDataParallel; the site is the statement.

    `object` identifies the module. `prepared` is the call before the block that has prepared a reduction which no backward pass has carried
    out, `calls` are those in the block, `backwards` the backward passes in the block that reach parameters of the module.
    """

    number: int
    object: int
    leaves: frozenset[int]
    prepared: int
    calls: tuple[int, ...]
    backwards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReentrantCheckpoint(Event):
    """A reentrant checkpoint, with grad mode enabled, none of whose inputs requires grad: its result has no graph.

    `leaves` are the parameters that require grad of the modules that its segment calls.
    """

    number: int
    leaves: frozenset[int]


@dataclass(frozen=True, slots=True)
class UnregisteredModules(Event):
    """A list, tuple or dict that is assigned to the attribute `name` of a module, and holds other modules or parameters at its call.

    The site is that of the assignment. `leaves` are the parameters in it that the module does not contain otherwise. `modules` and
    `parameters` are the numbers of its elements; `others` says that it has elements that are neither, such as
    further lists.
    """

    name: str
    leaves: frozenset[int]
    modules: int
    parameters: int
    others: bool


@dataclass(frozen=True, slots=True)
class Backward(Event):
    """A backward, or autograd.grad, that succeeded (one that raises is followed by its `Raised`).

    `reached` and `freed` are certain; `maybe_reached` are nodes that an unresolved function may have added to the graph. `leaves` received
    a gradient. `reuses` are the backwards whose retained tensors this one read. `previous` is the backward before it on the path, 0 if
    none, and `latest_step` the latest step of an optimizer before it.
    """

    number: int
    call: str
    roots: tuple[int, ...]
    reached: frozenset[int]
    maybe_reached: frozenset[int]
    freed: frozenset[int]
    retain: Retain
    create_graph: bool
    leaves: frozenset[int]
    reuses: frozenset[int] = frozenset()
    through_unknown: bool = False
    previous: int = 0
    latest_step: int = 0

    @property
    def possibly_reached(self) -> frozenset[int]:
        """All nodes that it certainly or possibly reaches."""
        return self.reached | self.maybe_reached

    @property
    def filled_leaves(self) -> frozenset[int]:
        """Leaves that received a gradient; if none is certain, all possible ones.

        Every graph has at least one leaf.
        """
        return self.leaves & self.reached or self.leaves


class Fault(enum.Enum):
    """The errors that PyTorch raises."""

    FREED = "Trying to backward through the graph a second time"
    CHANGED = "one of the variables needed for gradient computation has been modified by an inplace operation"
    LEAF_CHANGED = "a leaf Variable that requires grad is being used in an in-place operation"
    LEAF_VIEW_CHANGED = "a view of a leaf Variable that requires grad is being used in an in-place operation"
    MULTIPLE_VIEW_CHANGED = "This view is the output of a function that returns multiple views."
    NO_GRAD_VIEW_CHANGED = "A view was created in no_grad mode and is being modified inplace with grad mode enabled."
    NO_GRAPH = "element 0 of tensors does not require grad and does not have a grad_fn"
    NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
    INFERENCE = "Inference tensors cannot be saved for backward"
    INPUT_WITHOUT_GRAD = "One of the differentiated Tensors does not require grad"
    NO_PARAMETERS = "optimizer got an empty parameter list"
    REPEATED_PARAMETER = "some parameters appear in more than one parameter group"
    TRACKED_CONVERSION = "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
    NONLEAF_COPY = "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment."
    NONLEAF_FLAG = "you can only change requires_grad flags of leaf variables."
    GRADIENT_COUNT = "returned an incorrect number of gradients"
    LEGACY_FUNCTION = "Legacy autograd function with non-static forward method is deprecated."
    UNUSED_PARAMETERS = "Expected to have finished reduction in the prior iteration before starting a new one."
    UNUSED_INPUT = "appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior."


class NoGraph(enum.Enum):
    """The reason why a tensor has no graph: the kind of its detach point, or of the values that it is computed from."""

    DATA = "data"
    GRAD_MODE_OFF = "no_grad"
    DETACH = "detach"
    DETACH_IN_PLACE = "detach_"
    DATA_ATTRIBUTE = ".data"
    VARIABLE = "Variable"
    COPY = "torch.tensor"
    VIEW = "a view under no_grad"
    GRADIENT = "gradient"
    AUTOGRAD_GRAD = "autograd.grad without create_graph"
    OUTPUT = "output"
    ITEM = "unpacked"
    SAMPLE = "a sample of a distribution"
    INDICES = "indices"
    COMPARISON = "a comparison"
    NO_DERIVATIVE = "an operation without a derivative"


@dataclass(frozen=True, slots=True)
class Change(Event):
    """An in-place change of a storage: by an operation, by an optimizer's step ("step"), or invisible to autograd ("data")."""

    number: int
    storage: int
    cause: str
    leaf: bool


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """An error that PyTorch raises, which ends this path.

    For FREED and CHANGED, `chain` are the nodes from the root to the one whose saved tensor is freed or modified, and `cause` is the
    `Backward` or the `Change` that did it. For NO_GRAPH, `cause` is the event of the detach point, and `mode` the statement that disabled
    grad mode permanently, if any. For INPUT_WITHOUT_GRAD, `cause` is the statement that created the input; for UNUSED_INPUT, `input` is its
    node. For NO_PARAMETERS, `cause` is the statement that read the iterator to its end, if any, and `created` the one that created the
    iterator. For the errors of conversions, `input` is the node of the tensor, and `index` the position of the argument that is the tensor
    itself. For MULTIPLE_VIEW_CHANGED and NO_GRAD_VIEW_CHANGED, `created` is the statement that created the view, and `input` the node of
    the leaf of which it is a view, 0 if it is a view of another tensor. For GRADIENT_COUNT, `counts` are the expected and the returned
    number of gradients, `created` is the return statement, and `input` the node of the call of `apply`. For UNUSED_PARAMETERS, `input` is
    the node of one of the parameters, `created` the construction of the wrapper, and `cause` the backward. For others, `index` is the
    input's position among the inputs, None if they include an unknown number of tensors.
    """

    fault: Fault
    chain: tuple[int, ...] = ()
    cause: Event | None = None
    root: int = 0
    reason: NoGraph | None = None
    what: str = ""
    mode: Site | None = None
    index: int | None = None
    input: int = 0
    created: Site | None = None
    counts: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Detached(Event):
    """A value lost its graph here (detach, .data, a copy under no_grad); `nodes` are those on which it depended."""

    nodes: tuple[int, ...]
    how: str


class Growth(enum.Enum):
    """The growth class of an owner: what becomes of the graphs that a loop stores in it, iteration after iteration."""

    REPLACED = "each iteration replaces the graph of the one before"
    BOUNDED = "the owner is emptied, or has a bounded number of slots"
    RESCALED = "the statement only scales what another one accumulates"
    ACCUMULATED = "the graphs are combined into one tensor"
    COLLECTED = "the graphs are stored one by one"


@dataclass(frozen=True, slots=True)
class RetainedGraph(Event):
    """A graph that is still referenced after its iteration, like that of the iteration before: `growth` is ACCUMULATED or COLLECTED.

    The site is the statement that retains it, `owner` the name, attribute or container as spelled in the source, `nodes` the referenced
    ends of the graph, `loop` the loop over whose iterations it grows. `outlives` says that the owner outlives the function with the loop,
    `freed` that a backward has freed the graph.
    """

    growth: Growth
    owner: str
    nodes: tuple[int, ...]
    loop: LoopIteration
    outlives: bool
    number: int
    freed: bool = False


@dataclass(frozen=True, slots=True)
class GradRead(Event):
    """A read of `.grad`: `leaf` says whether the tensor is a leaf, `by` is the statement that made it a non-leaf."""

    leaf: Certainty
    by: Site | None
    how: str
    retained: bool = False
    node: int = 0


class Presence(enum.Enum):
    """The certainty that a gradient holds the part of a backward.

    It is LIKELY if the backward certainly reached no other leaf, since every graph has at least one.
    """

    CERTAIN = "certain"
    LIKELY = "likely"
    UNCERTAIN = "uncertain"


class Contribution(NamedTuple):
    """The part of one backward in a leaf's gradient, and whether a step has used it."""

    backward: int
    used: bool
    presence: Presence = Presence.CERTAIN

    @property
    def is_certain(self) -> bool:
        """True if the backward certainly reached the leaf, and no other code may have reset or used its part."""
        return self.presence is Presence.CERTAIN

    @property
    def counts(self) -> bool:
        """True if the contribution is certain or likely."""
        return self.presence is not Presence.UNCERTAIN

    def doubted(self) -> Contribution:
        """Return the contribution after unresolved code that may have reset or used it."""
        return Contribution(self.backward, self.used, Presence.UNCERTAIN)


@dataclass(frozen=True, slots=True)
class ZeroGrad(Event):
    """A reset of the gradients of `leaves`; `unused` are the backwards whose contributions no step had used."""

    leaves: frozenset[int]
    unused: frozenset[int]
    owner: str = ""


@dataclass(frozen=True, slots=True)
class UnusedGradients(Event):
    """A reset of gradients, by an optimizer or a module, that no optimizer has used: no step runs since the latest of these `backwards`.

    `optimizer` is 0 for the reset of a module, `leaves` are those known to be reset. `counted` are the numbers of the tests of counters
    (`i % k == 0`) that hold on the path, and, negative, of those that do not; None in a run on concrete values, which assumes nothing.
    """

    optimizer: int
    backwards: tuple[int, ...]
    leaves: frozenset[int]
    counted: frozenset[int] | None = None


class Cleared(NamedTuple):
    """A reset that discarded the gradients of a backward before any step used them."""

    site: Site
    backward: int


class Emptied(NamedTuple):
    """A reset of an optimizer since which no known code has filled its gradients.

    `backward` is the latest backward before it, 0 if a step has used its gradients. `since` are the nodes of what unresolved code has
    returned since then, 0 for code that returned nothing with a graph.
    """

    site: Site
    backward: int
    since: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Event):
    """A step of an optimizer: the leaves that it owns and the contributions to their gradients.

    `changed` are the leaves that had a gradient. `cleared` are the resets, since the last backward, that discarded gradients which this
    step should have used. `complete` is False if the optimizer owns unknown parameters, too: then `presumed` are the contributions of
    all backwards to their gradients, whichever these parameters are, and `emptied` is the reset that left none. `latest` is the latest
    backward on the path, 0 if none, None if it is not known. `follows_directly`: no unresolved code has run since then.
    `counted` are the tests of counters (`i % k == 0`) that the path has assumed, as in `UnusedGradients`.
    """

    number: int
    optimizer: int
    owned: frozenset[int]
    changed: frozenset[int]
    gradients: Mapping[int, tuple[Contribution, ...]] = field(default_factory=dict)
    complete: bool = True
    cleared: tuple[Cleared, ...] = ()
    presumed: tuple[Contribution, ...] = ()
    emptied: Emptied | None = None
    latest: int | None = None
    follows_directly: bool = False
    counted: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class SchedulerStep(Event):
    """A step, without an epoch, of a scheduler of torch.optim whose optimizer is resolved.

    `first` says if it is the scheduler's first step after its construction, `stepped` if the optimizer has stepped before. `number` is
    comparable with those of `Step`.
    """

    number: int
    scheduler: int
    optimizer: int
    first: Certainty
    stepped: Certainty


@dataclass(frozen=True, slots=True)
class OptimizerCreated(Event):
    """The construction of an optimizer over leaves; `complete` is False if some of its parameters are unknown."""

    optimizer: int
    owned: frozenset[int]
    complete: bool
    nonleaf: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class OptimizerReceived(Event):
    """Unresolved code received an optimizer: it may add parameters to it."""

    optimizer: int


@dataclass(frozen=True, slots=True)
class Clipped(Event):
    """Gradients of these leaves were clipped or unscaled. `pending` is False if no backward has produced them since the last zero_grad;
    `used` is True if a step has used them already. `scaled` is the backward of a loss that an enabled gradient scaler has
    scaled, if its gradients are still scaled, 0 otherwise."""

    call: str
    leaves: frozenset[int]
    pending: Certainty
    used: bool
    argument: str = ""
    scaled: int = 0


class Discarded(enum.Enum):
    """The value that an expression statement discards.

    MODE is a grad-mode instance that is not entered, MODE_CLASS its class, METHOD a method that is not called, COPY a new tensor (the old
    one is unchanged), RESULT the result of a call.
    """

    MODE = "mode"
    MODE_CLASS = "uncalled mode"
    METHOD = "uncalled"
    COPY = "copy"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class DiscardedResult(Event):
    """The discarded value of an expression statement.

    `what` is the method or API. `known` is False if the class of the method's receiver is not known.
    """

    what: str
    kind: Discarded
    nodes: tuple[int, ...] = ()
    known: bool = True


@dataclass(frozen=True, slots=True)
class Rebound(Event):
    """A name of a leaf was bound to a new tensor computed from it and its gradient."""

    name: str
    leaf: int
    made: Site | None = None


@dataclass(frozen=True, slots=True)
class Rewrapped(Event):
    """A tensor with a graph was converted to a number or to a new tensor without a graph, which contributed to the nodes in `into`.

    With `how` "requires_grad", a tensor without a graph was made to require grad: `into` is the leaf that it became. `deliberate` marks an
    API whose documented purpose is to leave the graph, `expects_grad` one whose result requires grad.
    """

    how: str
    nodes: tuple[int, ...]
    into: tuple[int, ...] = ()
    deliberate: bool = False
    expects_grad: bool = False


@dataclass(frozen=True, slots=True)
class ConstantTerm(Event):
    """A sum, whose node is `into`, of a value with a graph and one without: a gradient, or a value computed with grad mode disabled.

    `reason` is AUTOGRAD_GRAD or GRAD_MODE_OFF, `created` the `autograd.grad` or the last operation whose graph was not recorded.
    """

    reason: NoGraph
    created: Site
    into: int


@dataclass(frozen=True, slots=True)
class ContextAttribute(Event):
    """A custom Function stored a tensor as an attribute of ctx: `role` is "input", "output" or "intermediate"."""

    name: str
    role: str


class Cause(enum.Enum):
    """Code that a run does not execute. The value says how it can reach a graph."""

    CALL = "unresolved code receives it in a call"
    CALLER = "an unresolved caller receives it as the result of the root"
    METHOD = "another method reads the field that holds it"
    HANDLER = "it is live where a path ends with an exception"
    AFTER_ERROR = "code after a statement that raises uses it"
    DROPPED_PATH = "a path that is not followed to its end uses it"
    SKIPPED_CALL = "a function that is called without being executed may use it"


class Effects(enum.Flag):
    """The possible effects of code that a run does not execute on what it reaches.

    It may run a backward pass through the nodes (BACKWARD), use their values without the graph (DETACH), reference them after it returns
    (STORE), step, clip or reset the gradients of leaves (USE_GRADIENTS), and call functions of the program (CALL_ARGUMENTS).
    """

    NONE = 0
    BACKWARD = enum.auto()
    DETACH = enum.auto()
    STORE = enum.auto()
    USE_GRADIENTS = enum.auto()
    CALL_ARGUMENTS = enum.auto()


@dataclass(frozen=True, slots=True)
class Havoc(Event):
    """The possible effects of code that the run does not execute.

    `nodes` are the ends of the graphs that the code reaches; of a dropped path or a skipped call, all nodes that it reaches. `spent` are
    those through which no backward is presumed to run again: freed, or used by an optimizer step. `leaves` are the parameters of the
    modules that the code receives, `backwards` the backwards whose retained graphs it may use. `time` is comparable with the numbers of
    events. `result` is the node of the result of a call, 0 if that has none. A callee that is called as a function, not as a method of an
    object, is presumed not to have the effect STORE.
    """

    cause: Cause
    effects: Effects
    time: int
    nodes: frozenset[int] = frozenset()
    spent: frozenset[int] = frozenset()
    leaves: frozenset[int] = frozenset()
    backwards: frozenset[int] = frozenset()
    result: int = 0


@dataclass(frozen=True, slots=True)
class Misuse(Event):
    """A removed or deprecated API was executed: `what` names it."""

    what: str
