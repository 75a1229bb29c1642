"""GL401 rewrapped-tensor."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from graphlint.autograd.events import (
    Backward,
    BecameLeaf,
    Cause,
    Certainty,
    CopiesCompared,
    OptimizerCreated,
    Origin,
    Rewrapped,
    Step,
)
from graphlint.autograd.queries import forwards_in_graph
from graphlint.autograd.run import Run
from graphlint.autograd.sites import Site
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import Cause as FindingCause
from graphlint.rule.causes import ForwardPass, LeafLoss, LostGraph, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.wording import spelling

REDUCING = ("sum", "mean")
RESOLVED = (Origin.OPERATION, Origin.LEAF)
RETURNED = frozenset((Cause.CALLER,))
TERM = "`requires_grad` is set on a term of the loss without a graph"


class RewrappedTensor(Rule):
    """Flags a loss term that loses its graph through a conversion, or a loss without a graph that is made to require grad.

    ## What it does
    Finds a loss term that was detached by `torch.tensor`, `torch.as_tensor`, `.item()`, `float()`, `.numpy()`, `.tolist()` or
    `Variable(t.data)`, and `loss.requires_grad = True` (or `requires_grad_()`) on a loss, or on a term of it, without a graph. Also a loss
    computed only from copies that require grad and whose gradients nothing reads, such as
    `torch.tensor(losses, requires_grad=True).mean()`, or a criterion whose prediction is such a copy.

    ## Why is this bad?
    The term is a constant: it changes the printed loss but contributes no gradient. Making the loss require grad suppresses "element 0
    of tensors does not require grad", but no parameter gets a gradient.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    error = model(torch.randn(8, 3)).pow(2).mean()
    penalty = model.weight.abs().sum().item()  # GL401
    loss = error + 0.01 * penalty
    loss.backward()
    optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    error = model(torch.randn(8, 3)).pow(2).mean()
    penalty = model.weight.abs().sum()
    loss = error + 0.01 * penalty
    loss.backward()
    optimizer.step()
    ```

    ## Fix safety
    All fixes are unsafe, because they change what is trained: the tensor replaces the converted value, `torch.stack` replaces
    `torch.tensor` over a list, and `requires_grad = True` is removed together with the detach. If the constant is intended, the second
    fix makes it explicit with `.detach()`. A loss without a derivative (`argmax`, a comparison) has no fix.

    ## Not reported when
    - The value passes through unresolved code.
    - The whole loss has no graph and its backward raises (reported as GL107).
    - The constant is a target or a weight of a term that trains the same parameters.

    ## References
    - [torch.tensor](https://pytorch.org/docs/stable/generated/torch.tensor.html)
    - [torch.Tensor.item](https://pytorch.org/docs/stable/generated/torch.Tensor.item.html)
    - [torch.stack](https://pytorch.org/docs/stable/generated/torch.stack.html)
    """

    code = "GL401"
    name = "rewrapped-tensor"
    severity = Severity.WARNING
    yields_to = ("GL107", "GL112", "GL406")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each term that is detached on the way to a loss on which `backward()` runs."""
        for leaf in run.of(BecameLeaf):
            backward = next((item for item in run.of(Backward) if _is_of_loss(run, item, leaf)), None)
            if backward is not None:
                yield self.finding(
                    leaf.site,
                    "`requires_grad` is set on a loss that has no graph",
                    (Related("reaches only the loss itself", backward.site),),
                    _causes(leaf, run),
                    notes=("`backward()` reaches no parameter, and nothing is trained",),
                    help="compute the loss without detaching it from the model",
                )
            elif (backward := _as_term_of(run, leaf)) is not None:
                yield self.finding(
                    leaf.site,
                    TERM,
                    (Related("reaches no parameter through the term", backward.site),),
                    _causes(leaf, run),
                    notes=("the term contributes no gradient to any parameter",),
                    help="compute the term without detaching it from the model",
                )
            elif (backward := _trained_by_copies(run, leaf)) is not None:
                yield self.finding(
                    leaf.site,
                    f"{spelling(run, leaf.site, 'a leaf')} detaches the loss from the model",
                    (Related("reaches only copies", backward.site),),
                    _causes(leaf, run),
                    notes=("`backward()` reaches no parameter, and nothing is trained",),
                    help="use the tensors themselves, such as `torch.stack` of a list",
                )
            elif (result := _returned_loss_of_copies(run, leaf)) is not None:
                yield self.finding(
                    leaf.site,
                    f"{spelling(run, leaf.site, 'a leaf')} detaches the loss that is returned",
                    (Related("depends only on copies", result),),
                    _causes(leaf, run),
                    notes=("a `backward()` of the result reaches no parameter, and nothing is trained",),
                    help="use the tensors themselves, with their graph",
                )
        for event in run.of(Rewrapped):
            if _is_meant_to_train(event, run):
                yield self.finding(
                    event.site,
                    f"{spelling(run, event.site, f'`{event.api}`')} detaches a term of the loss",
                    tuple(Related("graph of the term built here", run.nodes[node].site) for node in event.nodes[:1]),
                    _causes(event, run),
                    notes=("the term contributes no gradient",),
                    help="use the tensor itself, or call `.detach()` if a constant is intended",
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the tensor itself instead of the copy; or `detach()`, where a constant is intended."""
        if finding.message == TERM:
            # Without its flag, the term has no graph either: its computation has to change.
            return
        yield from strategies.rewrapped_tensors.keep_graph(finding, code)


def _causes(event: Rewrapped | BecameLeaf, run: Run) -> frozenset[FindingCause]:
    """Return the causes that findings about the lost graph, its forward passes and its parameters share."""
    forwards, leaves = map(ForwardPass, forwards_in_graph(run, event.nodes)), map(UntrainedLeaf, _untrained(event, run))
    return frozenset({LostGraph(event.site), *_unresolved_loss(event, run), *forwards, *leaves})


def _unresolved_loss(event: Rewrapped | BecameLeaf, run: Run) -> Iterator[FindingCause]:
    """Yield the loss that was made a leaf if the graph that it has lost is not resolved: neither are the parameters in it then."""
    if isinstance(event, BecameLeaf) and not event.nodes and not any(event.leaf in item.into for item in run.of(Rewrapped)):
        yield LeafLoss(event.leaf)


def _is_of_loss(run: Run, backward: Backward, leaf: BecameLeaf) -> bool:
    """Return True if a backward pass starts at a value that was made a leaf, and nothing may use the gradient of this leaf."""
    if backward.roots != (leaf.leaf,) or not backward.fills_gradients:
        return False
    return leaf.computed and not run.gradient_read((leaf.leaf,)).possible


def _as_term_of(run: Run, leaf: BecameLeaf) -> Backward | None:
    """Return a backward pass before a step of which a loss is the sum of a value that was made a leaf and of others.

    None if something may use the gradient of the leaf, or if an optimizer may own it.
    """
    if not leaf.computed or run.gradient_read((leaf.leaf,)).possible or run.used_outside((leaf.leaf,)).possible:
        return None
    steps = run.of(Step)
    if not steps or any(leaf.leaf in step.owned or (not step.complete and step.optimizer > leaf.leaf) for step in steps):
        return None
    for backward in run.of(Backward):
        terms = [run.summed(root) for root in backward.roots if root != leaf.leaf]
        if backward.fills_gradients and any(leaf.leaf in summed and len(summed) > 1 for summed in terms):
            return backward
    return None


def _trained_by_copies(run: Run, leaf: BecameLeaf) -> Backward | None:
    """Return a backward pass before a step that reaches nothing but copies, among them this one.

    It may also reach values that are not resolved if a criterion compares a prediction that depends on copies alone with a target.

    None if something may use the gradient of a copy: then a gradient with respect to the copy is intended.
    """
    copies = frozenset(event.leaf for event in run.of(BecameLeaf) if event.computed)
    compared = frozenset(event.into for event in run.of(CopiesCompared) if leaf.leaf in event.leaves)
    for backward in run.of(Backward):
        if leaf.leaf not in backward.reached or not backward.fills_gradients or not backward.leaves <= copies:
            continue
        resolved = all(run.nodes[node].origin in RESOLVED for node in backward.possibly_reached)
        predicts = not backward.reached.isdisjoint(compared)
        steps = [step for step in run.of(Step) if step.latest == backward.number]
        used = run.gradient_read(backward.leaves).possible or run.used_outside(backward.leaves).possible
        # An optimizer whose parameters are not resolved owns no tensor that is newer than itself.
        owned = any(not step.owned.isdisjoint(copies) or (not step.complete and step.newest > leaf.leaf) for step in steps)
        if (predicts or resolved) and _is_reported_for(leaf, backward.leaves) and steps and not used and not owned:
            return backward
    return None


def _returned_loss_of_copies(run: Run, leaf: BecameLeaf) -> Site | None:
    """Return the place of a loss that a function returns and that depends on nothing but copies, among them this one.

    None if the caller may obtain a copy, or if anything else may use its gradient.
    """
    copies = frozenset(event.leaf for event in run.of(BecameLeaf) if event.computed)
    owned = frozenset(item for event in run.of(OptimizerCreated) for item in event.owned)
    if leaf.leaf not in copies - owned or run.used_outside((leaf.leaf,), besides=RETURNED).possible:
        return None
    compared = frozenset(event.into for event in run.of(CopiesCompared) if leaf.leaf in event.leaves)
    for ends in run.returned_graphs():
        below = run.below(ends)
        leaves = {number for number in below if run.nodes[number].origin is Origin.LEAF}
        if leaf.leaf not in leaves or not leaves <= copies or not _is_reported_for(leaf, leaves):
            continue
        losses = below & compared or _resolved_sums(run, ends, below)
        used = run.gradient_read(leaves).possible or not leaves.isdisjoint(ends) or run.must_require_grad(leaves)
        if losses and not used:
            return run.nodes[min(losses)].site
    return None


def _resolved_sums(run: Run, ends: Iterable[int], below: Iterable[int]) -> frozenset[int]:
    """Return the sums over elements that are accumulated in the ends of a graph, if all of the graph is resolved."""
    if any(run.nodes[number].origin not in RESOLVED for number in below):
        return frozenset()
    return frozenset(number for end in ends for number in run.summed(end) if run.nodes[number].operation in REDUCING)


def _is_reported_for(leaf: BecameLeaf, copies: Collection[int]) -> bool:
    """Return True if the finding about several copies is reported for this one: each that has lost a graph, or the first of all."""
    return bool(leaf.nodes) or leaf.leaf == min(copies)


def _is_meant_to_train(event: Rewrapped, run: Run) -> bool:
    """Return True if the detached value is a term that the loss should train, and not a target, a weight or a generated input.

    It is one if its value changes no gradient; if it is the input of a layer whose loss also depends on the graph that it was detached
    from; and if an optimizer owns a parameter of that graph which no backward reaches, unless it was detached on purpose. If a gradient
    is computed for the copy, no constant is intended.
    """
    untrained = bool(_untrained(event, run))
    if event.expects_grad and all(run.nodes[node].origin is Origin.LEAF for node in event.into):
        # A leaf may also be created to differentiate with respect to it. Parameters that it separates from the loss show that it is not.
        return untrained and any(not backward.reached.isdisjoint(event.into) for backward in run.of(Backward))
    unintended = event.expects_grad or (not event.deliberate and untrained)
    for backward in run.of(Backward):
        for node in backward.reached.intersection(event.into):
            if unintended or any(node in run.summed(root) for root in backward.roots):
                return True
            inputs = run.below(run.nodes[node].inputs)
            if backward.reached.issuperset(event.nodes) and all(run.nodes[item].saves is Certainty.NO for item in inputs):
                return True
    return False


def _untrained(event: Rewrapped | BecameLeaf, run: Run) -> frozenset[int]:
    """Return the parameters of a detached graph that an optimizer steps and no backward reaches."""
    owned = {leaf for step in run.of(Step) for leaf in step.owned}
    reached = {leaf for backward in run.of(Backward) for leaf in backward.leaves}
    return run.below(event.nodes) & (owned - reached)
