"""GL309 eval-mode-left-on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Certainty, Forward, LayerMode, ModeSwitch, Site, UnusedGradients
from graphlint.autograd.numbers import RunNumber
from graphlint.autograd.queries import diverging_loop, in_training_mode, trained_calls
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.wording import module_name, spelling


class EvalModeLeftOn(Rule):
    """Flags a module that is switched to eval mode for an evaluation and then trained without switching it back.

    ## What it does
    Finds `eval()` (or `train(False)`) of a module with dropout or batch norm, followed by an evaluation, if the next iteration of the
    same loop trains the module in eval mode, and no `train()` in the loop switches it back. The first iteration trains it in training
    mode: usually `train()` is called once before the loop, or never, because modules start in training mode.

    ## Why is this bad?
    From the second iteration on, dropout is off and batch norm uses its running statistics, which are no longer updated. PyTorch gives
    no error: the model overfits, or the loss jumps after the first evaluation.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        for batch in range(2):
            loss = model(torch.randn(8, 3)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()  # GL309
        with torch.no_grad():
            print(model(torch.randn(8, 3)).mean().item())
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        model.train()
        for batch in range(2):
            loss = model(torch.randn(8, 3)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print(model(torch.randn(8, 3)).mean().item())
    ```

    ## Fix safety
    The fix calls `train()` before the training code. It is unsafe: later iterations train with dropout and with the statistics of each
    batch, which changes every result from then on.

    ## Not reported when
    - The loop calls `train()` for the module on some path, or passes the module to unresolved code, which may do so.
    - Nothing is evaluated in eval mode, or `eval()` is called for single layers or parts only: batch norm is frozen deliberately.
    - No layer of the module is known to depend on the mode, or its class is unresolved.

    ## References
    - [torch.nn.Module](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)
    - [torch.nn.BatchNorm1d](https://pytorch.org/docs/stable/generated/torch.nn.BatchNorm1d.html)
    """

    code = "GL309"
    name = "eval-mode-left-on"
    severity = Severity.WARNING
    claims_never = True
    yields_to = ("GL303",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each switch to eval mode after whose evaluation the loop trains the module in eval mode."""
        switches = list(run.of(ModeSwitch))
        if all(event.training is not Certainty.NO for event in switches):
            return
        calls = [event for event in run.of(Forward) if event.modes and not event.enclosing_calls]
        trained = trained_calls(run, calls)
        first: dict[tuple[Site, tuple[Site, ...], int], list[Forward]] = {}
        reported: set[Site] = set()
        for event in trained:
            earlier = first.setdefault((event.site, event.context.calls, event.object), [])
            switch = _common_switch(event.modes)
            loops = (diverging_loop(item.context, event.context) for item in reversed(earlier) if in_training_mode(item))
            loop = next((pair[0].run for pair in loops if pair is not None), None)
            earlier.append(event)
            if switch is None or loop is None or switch in reported:
                continue
            doubt = _doubt(run, loop, event, switch, calls, switches)
            if self.is_silent(run, switch, doubt):
                continue
            reported.add(switch)
            contexts = (event.context, *(item.context for item in switches if item.site == switch))
            yield self.finding(
                switch,
                f"{spelling(run, switch, '`eval()`')} is not undone before the next iteration trains {module_name(event.module)}",
                (Related("trained in training mode at first, in eval mode from the next iteration on", event.site),),
                frozenset(missing_calls("train", {event.object, *(mode.layer for mode in event.modes)}, contexts)),
                notes=("dropout stays off, and batch norm uses running statistics that are no longer updated",),
                help="call `train()` before the training code of each iteration",
                hints={Hint.TRAINED_CALL: event.site},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `train()` before the loops, or in the loop, that train the module."""
        trained = finding.hint(Hint.TRAINED_CALL)
        call = code.node_at(trained, ast.Call) if trained is not None and trained.path == finding.site.path else None
        if call is not None:
            for edits in strategies.training_mode.train_before(code, call):
                yield Fix.of(f"Call `{code.spelled(call.func)}.train()`", Applicability.UNSAFE, edits)


def _common_switch(modes: tuple[LayerMode, ...]) -> Site | None:
    """Return the statement that switched all layers to eval mode, None if they are not all in eval mode, or by several statements."""
    switches = {mode.switch for mode in modes}
    return switches.pop() if len(switches) == 1 else None


def _doubt(
    run: Run, loop: RunNumber, event: Forward, switch: Site, calls: Sequence[Forward], switches: Sequence[ModeSwitch]
) -> Doubt | None:
    """Return the doubt that a loop which trains a module in training mode first trains it in eval mode later by mistake."""
    layers = {mode.layer for mode in event.modes}
    inside = [item for item in switches if item.context.iteration_of(loop) and not layers.isdisjoint(item.modules)]
    here = [item for item in inside if item.site == switch]
    if any(item.training is Certainty.MAYBE for item in inside):
        return Doubt.MODE_UNKNOWN
    evaluated = [
        item
        for item in calls
        if _common_switch(item.modes) == switch and item.context.iteration_of(loop) and layers <= {mode.layer for mode in item.modes}
        and (item.grad_mode is Certainty.NO or not run.backward_reaches(item.outputs).possible or _measures(run, item))
    ]  # fmt: skip
    return (
        Doubt.SWITCHED_BACK.when(any(item.training is Certainty.YES for item in inside))
        or Doubt.OTHER_ITERATION.when(
            not here or not any(layers <= item.modules and (item.object == event.object or item.object not in layers) for item in here)
        )
        or Doubt.NOT_EVALUATION.when(not evaluated)
    )


def _measures(run: Run, event: Forward) -> bool:
    """Return True if the program reads the gradients of a module call and resets them unused, as to measure its parameters."""
    unused = {number for reset in run.of(UnusedGradients) for number in reset.backwards}
    own = (backward for backward in run.of(Backward) if backward.number in unused and not backward.reached.isdisjoint(event.outputs))
    return any(run.gradient_read(backward.filled_leaves).certainty is Certainty.YES for backward in own)
