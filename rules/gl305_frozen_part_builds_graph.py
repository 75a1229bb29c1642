"""GL305 frozen-part-builds-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Certainty, Forward, OptimizerCreated, OptimizerReceived, Raised, Site, Step, UnusedGradients
from graphlint.autograd.nodes import SCALING
from graphlint.autograd.operations import without_variant
from graphlint.autograd.queries import outermost
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.fixes.queries.nodes import called_module
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import ForwardPass
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import callee, module_name, quoted

LINEAR = SCALING | {"neg", "mean", "sum"}
"""The operations of one operand between the loss and its terms."""
HELP = "freeze it with `requires_grad_(False)`, or call it under `torch.no_grad()`; if it should train, give an optimizer its parameters"
HELP_FOR_TERM = "give the optimizer its parameters: a term of the loss depends on them alone"


class FrozenPartBuildsGraph(Rule):
    """Flags a module that no optimizer trains, called with grad mode on before the part that is trained.

    ## What it does
    Finds, in a program where an optimizer trains another part, the call of an unfrozen module whose parameters no optimizer owns, such
    as a pretrained backbone under a new head. Its inputs do not require grad, its parameters do, and the training backward passes
    through its graph.

    ## Why is this bad?
    The call keeps activations in memory, and every backward computes gradients that no step uses. They accumulate in `.grad`, which
    takes as much memory as the parameters.

    ## Example
    ```python
    import torch
    from torch import nn

    backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for batch in range(3):
        features = backbone(torch.randn(8, 3))  # GL305
        loss = head(features).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for batch in range(3):
        with torch.no_grad():
            features = backbone(torch.randn(8, 3))
        loss = head(features).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    Freezing the part with `requires_grad_(False)`, or calling it under `torch.no_grad()`, keeps every update the same. It is unsafe,
    because the part may be missing from the optimizer by mistake. If a term of the loss depends on the part alone, it is: the fix then adds
    its parameters to the optimizer, which changes the training.

    ## Not reported when
    - An optimizer comes from unresolved code, or its parameters are unknown.
    - The part comes after the trained one, for example a fixed loss network, and must pass gradients on.
    - Unresolved code may detach the part.

    ## References
    - [Autograd mechanics: locally disabling gradient computation](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.nn.Module](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)
    """

    code = "GL305"
    name = "frozen-part-builds-graph"
    severity = Severity.WARNING
    claims_never = True
    yields_to = ("GL304", "GL107", "GL401", "GL405", "GL301", "GL407", "GL408")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each outermost call of an untrained module whose graph a training backward reaches."""
        optimizers = list(run.of(OptimizerCreated))
        unknown = Doubt.CUT_OFF.when(not run.complete) or Doubt.PARAMETERS_UNKNOWN.when(
            not optimizers or not all(event.complete for event in optimizers) or not all(item.complete for item in run.of(Step))
        )
        if unknown is not None and run.silences is None:
            return
        owned = frozenset(leaf for event in optimizers if not _never_steps(run, event) for leaf in event.owned) | frozenset(
            leaf for item in run.of(Step) for leaf in item.owned
        )
        training = [event for event in run.of(Backward) if event.fills_gradients and event.filled_leaves & owned]
        by_site: dict[tuple[Site, int, int], list[Forward]] = {}
        for event in run.of(Forward):
            # A call under `no_grad()` builds no graph: that of an evaluation says nothing about those in training.
            if event.grad_mode is not Certainty.NO:
                by_site.setdefault(_place(event), []).append(event)
        flagged: set[int] = set()
        recorded = [event for events in by_site.values() for event in events]
        for event in sorted(recorded, key=lambda item: (len(item.enclosing_calls), item.number)):
            events = by_site[_place(event)]
            if flagged & set(event.enclosing_calls):
                continue
            doubt = unknown or Doubt.MAY_BE_TRAINED.when(any(_may_be_trained(run, item, owned, training) for item in events))
            if self.is_silent(run, event.site, doubt, event.outputs):
                continue
            first = not any(item.number in flagged for item in events)
            flagged.update(item.number for item in events)
            if first:
                term = next((backward for backward in training if _is_term(run, backward, event, owned)), None)
                optimizer = _optimizer_of(run, term) if term is not None else None
                yield self.finding(
                    event.site,
                    f"{callee(run, event.site, module_name(event.module))} is not trained by any optimizer but still computes gradients",
                    (),
                    frozenset(ForwardPass(outermost(item)) for item in events),
                    notes=("every `backward()` computes gradients that no `step()` uses",),
                    help=HELP_FOR_TERM if term is not None else HELP,
                    hints={Hint.TERM: [event.site] if term is not None else [], Hint.OPTIMIZER: optimizer},
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to train the module if a term of the loss is only its, else to freeze it, or to call it under `no_grad()`."""
        call, optimizer = code.node_at(finding.site, ast.Call), finding.hint(Hint.OPTIMIZER)
        if call is None:
            return
        if finding.hint(Hint.TERM) is not None:
            for source, edits in strategies.optimized_parameters.add_parameters(code, optimizer, call) if optimizer is not None else ():
                yield Fix.of(f"Add {quoted(source, 'its parameters')} to the optimizer", Applicability.UNSAFE, edits)
            return
        name = called_module(code, call)
        yield from (
            Fix.of(f"Freeze {name} with `requires_grad_(False)`", Applicability.UNSAFE, edits)
            for edits in strategies.frozen_parts.freeze(code, call)
        )
        if strategies.frozen_parts.is_only_module(code, call):
            yield Fix.of(
                f"Call {name} under `no_grad()`", Applicability.UNSAFE, strategies.grad_modes.under_no_grad(code, [code.statement_of(call)])
            )
        else:
            yield Fix.of(f"Call {name} earlier, under `no_grad()`", Applicability.UNSAFE, strategies.frozen_parts.hoist(code, call, call))


def _never_steps(run: Run, optimizer: OptimizerCreated) -> bool:
    """Return True if a script has created an optimizer that it never uses, while others step: it trains nothing.

    If the script resets its gradients, it is the step that is missing.
    """
    used = {event.optimizer for event in run.of(OptimizerReceived)} | {event.optimizer for event in run.of(UnusedGradients)}
    if not run.is_of_module or optimizer.optimizer in used or any(run.of(Raised)):
        return False
    stepped = {event.optimizer for event in run.of(Step)}
    return bool(stepped) and 0 not in stepped and optimizer.optimizer not in stepped


def _is_term(run: Run, backward: Backward, event: Forward, owned: frozenset[int]) -> bool:
    """Return True if a module call computes a term of the loss that depends on no trained parameter: it can only be there to train the
    module.
    """
    nodes = list(backward.roots)
    terms: list[int] = []
    for number in nodes:
        inputs, operation = run.nodes[number].inputs, without_variant(run.nodes[number].operation)
        if operation in ("add", "sub") or (len(inputs) == 1 and operation in LINEAR):
            nodes.extend(inputs)
            terms.extend(inputs)
    below = (run.below((number,)) for number in terms)
    return any(not found.isdisjoint(event.outputs) and found.isdisjoint(owned) for found in below)


def _optimizer_of(run: Run, backward: Backward) -> Site | None:
    """Return the construction of the optimizer that steps with the gradients of a backward."""
    steps = [step for step in run.of(Step) if any(mark.backward == backward.number for marks in step.gradients.values() for mark in marks)]
    numbers = {step.optimizer for step in steps}
    return next((event.site for event in run.of(OptimizerCreated) if event.optimizer in numbers), None)


def _place(event: Forward) -> tuple[Site, int, int]:
    """Return the place of a module call: its site, the number of module calls around it, and outside of these its module.

    A line of a `forward` is one place for all modules that execute it, trained or not.
    """
    return event.site, len(event.enclosing_calls), 0 if event.enclosing_calls else event.object


def _may_be_trained(run: Run, event: Forward, owned: frozenset[int], training: list[Backward]) -> bool:
    """Return False if a module call certainly belongs to an untrained part of which no trained part is an input."""
    if event.leaves & owned or run.gradient_read(event.leaves).possible or run.grad_mode_off(event).possible:
        return True
    if event.input_needs_grad is Certainty.YES:
        return True
    if not any(node in backward.reached or node in backward.presumably_reached for backward in training for node in event.outputs):
        return True
    # A result that unresolved code computed from a trained module may depend on its parameters.
    return not run.below(event.outputs).isdisjoint(owned)
