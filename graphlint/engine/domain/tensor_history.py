"""The history of tensors in a run: detach points, leaves, and the use of their gradients.

A tensor's number is created on one path, so that most entries belong to the paths on which the tensor exists. Those of `LeafHistory` that
describe leaves from before a fork are of the run on purpose: a leaf that is loaded, viewed or updated on one path makes findings uncertain
that rest on the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from graphlint.autograd.events import Context, NoGraph, Rebound, Rewrapped, Site
from graphlint.engine.domain.nodes import NodeTable
from graphlint.engine.domain.values import Tensor


@dataclass(frozen=True, slots=True)
class DetachPoint:
    """The place at which a tensor lost its graph; see `Rewrapped`, which reports that the tensor is used.

    `site` and `context` are those of the statement that detached it.
    """

    site: Site
    context: Context
    reason: NoGraph
    api: str
    nodes: tuple[int, ...]
    deliberate: bool = False
    expects_grad: bool = False

    def used_in(self, node: int) -> Rewrapped:
        """Return the event of a use of the detached tensor."""
        return Rewrapped(self.site, self.context, self.reason, self.api, self.nodes, (node,), self.deliberate, self.expects_grad)


@dataclass(slots=True)
class DetachPoints:
    """The places at which tensors lost their graph: by tensor, and by family for `detach_()`.

    `filled` are the storages of data into which a path has written values with a graph: what another path computes from them has none
    because it has written nothing. `contexts` are those in which results, with grad mode off, lost their graph, by tensor.
    `computed` are the operations that computed tensors from such that had lost their graph.
    """

    of_tensors: dict[int, DetachPoint] = field(default_factory=dict)
    of_families: dict[int, Site] = field(default_factory=dict)
    filled: set[int] = field(default_factory=set)
    contexts: dict[int, Context] = field(default_factory=dict)
    computed: dict[int, Site] = field(default_factory=dict)


@dataclass(slots=True)
class LeafHistory:
    """The events in the life of leaves.

    `by_gradient` are the leaves whose gradient was read, by number. `used_gradients` are the tensors computed from the gradient of a leaf,
    `updates` those computed from a leaf and its gradient; `rebounds` are the assignments of such a tensor to the leaf's name, by the tensor
    that has the name now, `of_elements` those of them with the name of a loop's element, and `restored` the places of those after which the
    tensor became a leaf, or was kept elsewhere. `viewed` are the families of leaves of which a
    view was taken. `result_views` are views, taken with grad mode disabled, of tensors that are not leaves: such a view is a leaf itself,
    and not a parameter. `loaded` are leaves that `load_state_dict()` has overwritten, `received` the parameters of modules that unresolved
    code received. `frozen` are leaves that a path has frozen and that none has thawed since. `aliases` are the tensors whose values a
    detached one shares, by its number. `identities` are the sets of parameters of which the program has compared the identities. `created`
    are the tensors without a graph that functions such as `torch.zeros` created from numbers of the program, by number. `copies` are the
    nodes of tensors without a graph that were made to require grad. `own_steps` counts the steps in progress of optimizers that the
    program writes.
    """

    by_gradient: dict[int, Tensor] = field(default_factory=dict)
    used_gradients: dict[int, set[int]] = field(default_factory=dict)
    updates: dict[int, set[int]] = field(default_factory=dict)
    rebounds: dict[int, Rebound] = field(default_factory=dict)
    of_elements: set[int] = field(default_factory=set)
    restored: set[Site] = field(default_factory=set)
    viewed: set[int] = field(default_factory=set)
    result_views: set[int] = field(default_factory=set)
    loaded: set[int] = field(default_factory=set)
    received: set[int] = field(default_factory=set)
    frozen: set[int] = field(default_factory=set)
    aliases: dict[int, tuple[Tensor, ...]] = field(default_factory=dict)
    identities: set[frozenset[int]] = field(default_factory=set)
    created: set[int] = field(default_factory=set)
    copies: set[int] = field(default_factory=set)
    own_steps: int = 0

    def restore(self, tensor: int) -> None:
        """Record that the new value of a leaf is not lost."""
        rebound = self.rebounds.pop(tensor, None)
        if rebound is not None:
            self.restored.add(rebound.site)

    def is_initialized_outside(self, leaf: int) -> bool:
        """Return True if the values of a parameter may come from unresolved code or from a file."""
        return leaf in self.received or leaf in self.loaded


@dataclass(frozen=True, slots=True)
class WrongGradients:
    """The number of gradients that a custom Function's backward returns, which is not that of the arguments of `apply`."""

    statement: Site
    expected: int
    returned: int


@dataclass(frozen=True, slots=True)
class ScaledConstant:
    """The product of a value without a graph and unresolved settings; `reason` and `site` are those of the value."""

    reason: NoGraph
    site: Site


@dataclass(slots=True)
class RetainedGradients:
    """The non-leaf tensors whose gradient is kept: by `retain_grad()`, or as an input of `backward(inputs=...)`.

    `places` are the call stack and site of each tensor with a retained gradient: the condition of a read on another path may be that of
    the call.
    """

    places: set[tuple[tuple[Site, ...], Site]] = field(default_factory=set)

    def add(self, table: NodeTable, node: int) -> None:
        """Record that the program keeps the gradient of a non-leaf tensor."""
        if origin := table.nodes.get(node):
            self.places.add((origin.context.calls, origin.site))

    def may_contain(self, table: NodeTable, node: int) -> bool:
        """Return True if the gradient of this tensor is kept, or that of the tensor that the same code creates on another path."""
        origin = table.nodes.get(node)
        return origin is not None and (origin.context.calls, origin.site) in self.places
