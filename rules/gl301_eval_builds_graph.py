"""GL301 eval-builds-graph."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from pathlib import PurePath

from graphlint.autograd.events import Certainty, Dropped, Forward, Run, Site
from graphlint.autograd.queries import evaluates, outermost, walked_calls, walking_passes
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix
from graphlint.rule.wording import callee


class EvalBuildsGraph(Rule):
    """Flags a forward pass in evaluation, with grad mode on, that no backward pass uses.

    ## What it does
    Finds the call of a module with parameters after `model.eval()`, or in a function, loop or branch that tests, validates, predicts or
    samples, if no backward uses the result. Without `.eval()`, the name alone counts only in a loop. The finding is on the first such
    call.

    ## Why is this bad?
    `eval()` switches dropout and batch norm, not grad mode. Every forward pass records a graph and keeps its activations in memory
    until the result is released.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    model.eval()
    correct = 0
    for batch in range(3):
        outputs = model(torch.randn(8, 3))  # GL301
        correct += int((outputs > 0).sum())
    print(correct)
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    model.eval()
    correct = 0
    with torch.no_grad():
        for batch in range(3):
            outputs = model(torch.randn(8, 3))
            correct += int((outputs > 0).sum())
    print(correct)
    ```

    ## Fix safety
    The fix adds `torch.no_grad()` to the function, the loop or the statement, or `set_grad_enabled` with the phase's condition if the
    call also trains. The values are the same. It is unsafe for a function that returns tensors, whose other callers may need gradients.
    `torch.inference_mode()` is faster, but its tensors cannot be used in training (GL109).

    ## Not reported when
    - Grad mode is off through a caller, a decorator, `set_grad_enabled(phase == "train")`, or a framework (Lightning's
      `validation_step`, transformers' trainers).
    - The evaluation backpropagates (saliency, adversarial attacks, test-time training), its inputs require grad, or the module computes
      a gradient in its own forward.
    - The call is inside a forward that training also uses; the finding is then on the call in the evaluation code.
    - The result is returned to unresolved code, which may backpropagate through it.
    - The call is a smoke test that runs a model once.

    ## References
    - [Autograd mechanics: locally disabling gradient computation](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL301"
    name = "eval-builds-graph"
    severity = Severity.WARNING
    yields_to = ("GL302", "GL303", "GL902")

    def check(self, run: Run) -> Iterator[Finding]:
        """Each module call of evaluation whose graph is walked in none of its runs."""
        if not run.complete:
            return
        trained = _trained_inside(run)
        by_site: dict[Site, list[Forward]] = {}
        for event in run.of(Forward):
            place = None if event.inside else _place(event, trained)
            if place is not None:
                by_site.setdefault(place, []).append(event)
        walked = [event for event in run.of(Forward) if run.walked & set(event.result)]
        # What is trained in training mode too has eval() called for its evaluation, and is trained so by mistake.
        parts = {event.object for event in walked if event.training is Certainty.NO}
        parts -= {event.object for event in walked if event.training is Certainty.YES}
        walking = walking_passes(run)
        flagged: set[int] = set()
        causes: dict[Site, set[Hashable]] = {}
        owners: dict[int, Site] = {}
        for site, everywhere in by_site.items():
            passes = [event for event in everywhere if event.grad_mode is not Certainty.NO]
            if any(event.object in parts or event.number in walking for event in passes):
                continue
            switched = [event for event in passes if event.training is Certainty.NO]
            told = [event for event in switched or passes if run.unfollowed.isdisjoint(event.result)]
            events = told or switched or passes
            if not all(_for_nothing(run, event) for event in events) or not any(_in_evaluation(event) for event in events):
                continue
            numbers = {event.number for event in events}
            below = run.below(node for event in events for node in event.inputs)
            before = {run.nodes[node].forward for node in below} & (flagged - numbers)
            flagged |= numbers
            first = {owners[number] for number in before if number in owners} or {site}
            for place in first:
                causes.setdefault(place, {("call", place)}).update(("forward", outermost(event)) for event in events)
                owners.update(dict.fromkeys(numbers, place))
        for site, explained in causes.items():
            evaluated = next((event for event in by_site[site] if event.training is Certainty.NO), by_site[site][0])
            within = evaluated.site != site
            subject = f"of {callee(run, site, f'`{evaluated.module}`')}" if not within else f"in {callee(run, site, 'the call', '()')}"
            yield self.finding(
                site,
                f"Evaluation {subject} builds an autograd graph that is never used",
                (Related(f"`{evaluated.module}` called here", evaluated.site),) if within else (),
                frozenset(explained),
                notes=(f"grad mode is on: `{evaluated.module}` keeps its activations and spends time recording them",),
                help="wrap it in `torch.no_grad()`",
            )

    def refuted(self, run: Run) -> Iterator[Site]:
        """Each call whose graph somebody needs: it is no call to be put under no_grad."""
        yield from walked_calls(run)

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The function of the evaluation, its loop or its statement under no_grad; one phase of several, by its name."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield from strategies.evaluation.evaluation_without_grad(code, call)
            yield strategies.evaluation.by_phase(code, call)


def _trained_inside(run: Run) -> frozenset[Site]:
    """Where a forward calls modules, directly or not, whose graph a backward walks: nothing to put under no_grad, whoever else comes by.

    The parts of a Sequential are called where it is called.
    """
    outer = {event.number: event for event in run.of(Forward) if not event.inside}
    found: set[Site] = set()
    for event in run.of(Forward):
        around = outer.get(outermost(event)) if event.inside else None
        if around is not None and around.site != event.site and not run.walked.isdisjoint(event.result):
            found.update((event.site, *event.context.calls[len(around.context.calls) + 1 :]))
    return frozenset(found)


def _place(event: Forward, trained: frozenset[Site]) -> Site | None:
    """Where a module call of evaluation is told of: at the innermost call that leads to it and is not one of training too."""
    return next((site for site in (event.site, *reversed(event.context.calls)) if site not in trained), None)


def _for_nothing(run: Run, event: Forward) -> bool:
    """Whether a module call surely built a graph, and nothing walks it."""
    if event.grad_mode is not Certainty.YES or (event.input_needs_grad is Certainty.YES and not _chained(run, event)):
        return False
    if not event.result or not run.perhaps_walked.isdisjoint(event.result):
        return False
    if event.context.turns:
        return True
    dropped = {node for item in run.of(Dropped) if item.kind == "result" for node in item.nodes}
    return dropped.isdisjoint(event.result)


def _chained(run: Run, event: Forward) -> bool:
    """Whether what needs a gradient among the inputs came from other module calls, and not from a leaf that the program asks for."""
    return all(run.nodes[node].operation != "leaf" or node in run.module_leaves for node in run.below(event.inputs))


def _in_evaluation(event: Forward) -> bool:
    """Evidence of evaluation: eval() was called, or the names around say so and the pass repeats."""
    if event.training is Certainty.NO:
        return True
    if event.training is Certainty.YES and event.context.turns == () and not event.context.functions:
        return False
    in_tests = PurePath(event.site.path).name.startswith(("test_", "tests_")) or "/tests/" in event.site.path
    return evaluates(event.context) and bool(event.context.turns) and not in_tests
