"""Events of backward passes: what they reach and free, what they need is changed, the errors that PyTorch raises."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from graphlint.autograd.events.base import Event
from graphlint.autograd.numbers import StorageNumber
from graphlint.autograd.sites import Site


class Retain(enum.Enum):
    """The `retain_graph` argument of a backward."""

    NO = "no"
    LITERAL = "retain_graph=True"
    COMPUTED = "a value that the program computes"
    IMPLIED = "create_graph=True"


class BackwardKind(enum.Enum):
    """The function that runs a backward pass, by its name: `backward` fills `.grad`, `autograd.grad` returns the gradients."""

    BACKWARD = "backward"
    GRAD = "grad"


@dataclass(frozen=True, slots=True)
class Backward(Event):
    """A backward, or autograd.grad, that succeeded (one that raises is followed by its `Raised`).

    `reached` and `freed` are certain; `maybe_reached` are nodes that an unresolved function may have added to the graph, and
    `presumably_reached` those of them that it reaches if the function detaches nothing. `leaves` received a gradient. `reuses` are the
    backwards whose retained tensors this one read. `requested` are the nodes of the tensors whose gradients `autograd.grad` returns.
    `previous` is the backward before it on the path, 0 if none, and `steps` are the latest steps before it on the path, one of each
    optimizer.
    """

    number: int
    kind: BackwardKind
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
    steps: frozenset[int] = frozenset()
    presumably_reached: frozenset[int] = frozenset()
    requested: frozenset[int] = frozenset()

    @property
    def latest_step(self) -> int:
        """The latest step of an optimizer before it on the path, 0 if none."""
        return max(self.steps, default=0)

    @property
    def fills_gradients(self) -> bool:
        """True if it adds to the gradients of the leaves, False for `autograd.grad`."""
        return self.kind is BackwardKind.BACKWARD

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
    UNSCALED_TWICE = "unscale_() has already been called on this optimizer since the last update()."
    UNSCALED_AFTER_STEP = "unscale_() is being called after step()."
    STEPPED_TWICE = "step() has already been called since the last update()."
    NEVER_SCALED = "_scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration."
    UPDATED_WITHOUT_STEP = "No inf checks were recorded prior to update."
    DONATED_BUFFERS = "This backward function was compiled with non-empty donated buffers"
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
    NUMBER = "numbers read from a tensor"
    AUTOGRAD_GRAD = "autograd.grad without create_graph"
    OUTPUT = "output"
    ITEM = "unpacked"
    SAMPLE = "a sample of a distribution"
    INDICES = "indices"
    COMPARISON = "a comparison"
    NO_DERIVATIVE = "an operation without a derivative"


class ChangedBy(enum.Enum):
    """The cause of an in-place change; autograd does not see one through `.data`."""

    OPERATION = "an operation"
    STEP = "an optimizer's step"
    LOADED_STATE = "load_state_dict"
    DATA = ".data"


@dataclass(frozen=True, slots=True)
class Change(Event):
    """An in-place change of a storage."""

    number: int
    storage: StorageNumber
    by: ChangedBy
    leaf: bool


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """An error that PyTorch raises, which ends this path.

    For FREED and CHANGED, `chain` are the nodes from the root to the one whose saved tensor is freed or modified, and `cause` is the
    `Backward` or the `Change` that did it; `result_changed` is True if that tensor is the node's own result. For FREED, `carried` is the
    store of a value that replaced, in the same variable, attribute or slot, one of an earlier iteration on which it depends. For NO_GRAPH,
    `cause` is the event of the detach point, and `mode` the statement that disabled grad mode permanently, if any. For INPUT_WITHOUT_GRAD,
    `cause` is the statement that created the input; for UNUSED_INPUT, `input` is its node. For NO_PARAMETERS, `cause` is the statement that
    read the iterator to its end, if any, and `created` the one that created the iterator. For the errors of conversions, `input` is the
    node of the tensor, and `index` the position of the argument that is the tensor itself. For MULTIPLE_VIEW_CHANGED and
    NO_GRAD_VIEW_CHANGED, `created` is the statement that created the view, and `input` the node of the leaf of which it is a view, 0 if it
    is a view of another tensor. For GRADIENT_COUNT, `counts` are the expected and the returned number of gradients, `created` is the return
    statement, and `input` the node of the call of `apply`. For UNUSED_PARAMETERS, `input` is the node of one of the parameters, `created`
    the construction of the wrapper, and `cause` the backward. For UNSCALED_TWICE, UNSCALED_AFTER_STEP and STEPPED_TWICE, `cause` is the
    earlier call of the scaler for the same optimizer; for NEVER_SCALED and UPDATED_WITHOUT_STEP, the latest backward; for DONATED_BUFFERS,
    the first backward of the compiled graph. For others, `index` is the input's position among the inputs, None if they include an unknown
    number of tensors.
    """

    fault: Fault
    chain: tuple[int, ...] = ()
    cause: Event | None = None
    root: int = 0
    reason: NoGraph | None = None
    result_changed: bool = False
    mode: Site | None = None
    index: int | None = None
    input: int = 0
    created: Site | None = None
    counts: tuple[int, int] | None = None
    carried: Site | None = None
