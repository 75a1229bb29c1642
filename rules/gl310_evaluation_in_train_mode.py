"""GL310 evaluation-in-train-mode."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import (
    Backward,
    Certainty,
    Forward,
    LoopIteration,
    ModeSwitch,
    Site,
)
from graphlint.autograd.queries import (
    EVALUATING,
    has_inputs_from_modules,
    in_training_mode,
    is_evaluation,
    measured_graph_used,
    trained_calls,
)
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.wording import callee, module_name

NAMES = EVALUATING - {"infer", "inference", "predict", "prediction", "predictions", "predictor", "sample", "sampling", "generate"}
"""The names of an evaluation. Code that samples may use dropout on purpose."""


class EvaluationInTrainMode(Rule):
    """Flags an evaluation of a module that is still in training mode.

    ## What it does
    Finds a loop that tests or validates a module with dropout or batch norm, without `backward()`, while the module is certainly in
    training mode, because it was trained before and no `eval()` follows. The rule is off by default, because an evaluation in training
    mode can be meant. `torch.no_grad()` does not switch the mode.

    ## Why is this bad?
    Dropout drops values at random, and batch norm normalizes with the statistics of the evaluated batch: the metrics are those of
    another function than the one that is used later, and depend on the batch size and the order of the data. Batch norm also updates its
    running statistics with the validation data.

    ## Example
    ```python
    import torch
    from torch import nn

    training_data = [torch.randn(8, 3) for _ in range(4)]
    validation_data = [torch.randn(8, 3) for _ in range(2)]
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for batch in training_data:
            loss = model(batch).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            for batch in validation_data:
                print(model(batch).pow(2).mean().item())  # GL310
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    training_data = [torch.randn(8, 3) for _ in range(4)]
    validation_data = [torch.randn(8, 3) for _ in range(2)]
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        model.train()
        for batch in training_data:
            loss = model(batch).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for batch in validation_data:
                print(model(batch).pow(2).mean().item())
    ```

    ## Fix safety
    The fix calls `eval()` before the loop and `train()` after it. It is unsafe: the metrics change, and what the program decides by them.

    ## Not reported when
    - No name of an enclosing function, loop or branch says that the code tests or validates.
    - The loop trains or computes gradients, as in test-time training or for adversarial examples.
    - The program calls `train()` after the training and before the loop, or passes the module to unresolved code, which may switch
      it.

    ## References
    - [torch.nn.Module](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL310"
    name = "evaluation-in-train-mode"
    severity = Severity.WARNING
    claims_never = True
    default = False
    yields_to = ("GL303", "GL309")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report the first call of each module in an evaluation after its training, if the module is certainly in training mode."""
        calls = [event for event in run.of(Forward) if event.modes and not event.enclosing_calls]
        trained = trained_calls(run, calls)
        numbers = {event.number for event in trained}
        shared = {site for event in trained for site in (event.site, *event.context.calls)}
        evaluations: dict[tuple[Site, tuple[Site, ...], int], list[Forward]] = {}
        for event in calls:
            if event.number not in numbers and event.context.iterations and any(item.number < event.number for item in trained):
                evaluations.setdefault((event.site, event.context.calls, event.object), []).append(event)
        order = {id(event): index for index, event in enumerate(run.events)}
        reported: set[tuple[Site, int]] = set()
        for (site, way, module), events in evaluations.items():
            first = events[0]
            call = next((item for item in (site, *reversed(way)) if item not in shared), None)
            loop = _evaluation_loop(run, first)
            if call is None or loop is None or (loop.loop, module) in reported:
                continue
            doubt = next((found for event in events if (found := _doubt(run, event, trained, order)) is not None), None)
            if self.is_silent(run, call, doubt or _repeated(events)):
                continue
            reported.add((loop.loop, module))
            latest = max((event for event in trained if event.number < first.number), key=lambda event: event.number)
            yield self.finding(
                call,
                f"{callee(run, site, module_name(first.module))} is evaluated in training mode",
                (Related("trained here", latest.site),),
                frozenset(missing_calls("eval", (module,), (first.context,))),
                notes=("dropout drops values, and batch norm uses the statistics of each batch and updates its running statistics",),
                help="call `eval()` before the evaluation, and `train()` before training continues",
                hints={Hint.LOOP: loop.loop, Hint.MODULE_CALL: site},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `eval()` before the loop of the evaluation and `train()` after it."""
        place = finding.hint(Hint.LOOP)
        call = code.node_at(finding.site, ast.Call)
        loop = code.node_at(place, ast.stmt) if place is not None and place.path == finding.site.path else None
        if call is not None and finding.hint(Hint.MODULE_CALL) == finding.site and isinstance(loop, ast.For | ast.While):
            edits = strategies.training_mode.eval_around(code, call, loop)
            if edits is not None:
                name = code.spelled(call.func)
                yield Fix.of(f"Call `{name}.eval()` before the loop and `{name}.train()` after it", Applicability.UNSAFE, *edits)


def _evaluation_loop(run: Run, event: Forward) -> LoopIteration | None:
    """Return the outermost loop around a module call in which no backward runs."""
    training = {item.run for backward in run.of(Backward) for item in backward.context.iterations}
    return next((item for item in event.context.iterations if item.run not in training), None)


def _doubt(run: Run, event: Forward, trained: Sequence[Forward], order: dict[int, int]) -> Doubt | None:
    """Return the doubt that a module call evaluates in training mode by mistake."""
    layers = {mode.layer for mode in event.modes}
    earlier = [item for item in trained if item.number < event.number]
    in_training = {mode.layer for item in earlier if in_training_mode(item) for mode in item.modes}
    since = max((order[id(item)] for item in earlier), default=0)
    between = (item for item in run.of(ModeSwitch) if since < order[id(item)] < order[id(event)] and not layers.isdisjoint(item.modules))
    switches = {item.training for item in _not_undone(between, event.object)}
    return (
        Doubt.NOT_EVALUATION.when(not is_evaluation(run, event.context, NAMES))
        or Doubt.TRAINS_IN_LOOP.when(_evaluation_loop(run, event) is None or _computes_gradients(run, event))
        or Doubt.MODE_UNKNOWN.when(not in_training_mode(event) or Certainty.MAYBE in switches)
        or Doubt.MODE_READ.when(any(mode.by_code for mode in event.modes))
        or Doubt.NOT_TRAINED_BEFORE.when(not layers <= in_training)
        or Doubt.SWITCHED_AFTER_TRAINING.when(Certainty.YES in switches)
        or Doubt.INPUT_REQUIRES_GRAD.when(event.input_needs_grad is Certainty.YES and not has_inputs_from_modules(run, event))
        or Doubt.CUT_OFF.when(not run.complete)
        or measured_graph_used(run, event.outputs).doubt
        or Doubt.BACKPROPAGATED.when(run.must_require_grad(event.outputs))
    )


def _not_undone(switches: Iterable[ModeSwitch], module: int) -> Iterator[ModeSwitch]:
    """Yield switches of the mode, but no `train()` that takes back an `eval()`: it prepares the next training, not this evaluation."""
    evaluates = False
    for switch in switches:
        whole = module in switch.modules
        if not (evaluates and whole and switch.training is Certainty.YES):
            yield switch
        evaluates = whole and switch.training is Certainty.NO


def _computes_gradients(run: Run, event: Forward) -> bool:
    """Return True if a backward runs in the same call of the function that evaluates."""
    return any(
        backward.context.calls[: len(event.context.calls)] == event.context.calls and is_evaluation(run, backward.context, NAMES)
        for backward in run.of(Backward)
    )


def _repeated(events: Sequence[Forward]) -> Doubt | None:
    """Return a doubt if iterations of a loop call a module with the same values."""
    seen = set()
    for event in events:
        if event.arguments:
            key = event.context.iterations[-1].run, event.arguments
            if key in seen:
                return Doubt.REPEATED_INPUT
            seen.add(key)
    return None
