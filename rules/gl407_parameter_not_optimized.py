"""GL407 parameter-not-optimized."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Context, Forward, OptimizerCreated, OptimizerReceived, Site, Step
from graphlint.autograd.queries import outermost
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ForwardPass, OptimizerStep, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import callee


class ParameterNotOptimized(Rule):
    """Flags a part of a model that is created after the optimizer, which therefore does not train it.

    ## What it does
    Finds modules and parameters that become part of a model after an optimizer received the model's parameters: a head that is replaced
    for another number of classes, a layer that `add_module` adds, a parameter that is assigned again. A training backward reaches them,
    and no optimizer owns them.

    ## Why is this bad?
    An optimizer keeps the parameters that it receives at its construction. It continues to hold those of the old part, and never changes
    the new ones: the new part keeps its random initial values, without an error.

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model[2] = nn.Linear(4, 1)  # GL407
    for batch in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 10))
    model[2] = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    The fix constructs the optimizer after the new part. It is unsafe: the part is trained from then on.

    ## Not reported when
    - Another optimizer owns the new part, `add_param_group` adds it, or an optimizer's parameters are not resolved.
    - Unresolved code receives the optimizer: it may add the parameters.
    - The new part is frozen, or the program uses its gradients itself.

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.optim.Optimizer.add_param_group](https://pytorch.org/docs/stable/generated/torch.optim.Optimizer.add_param_group.html)
    """

    code = "GL407"
    name = "parameter-not-optimized"
    severity = Severity.WARNING
    claims_never = True
    yields_to = ("GL408",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each part of a trained model that was created after the optimizer and that no optimizer owns."""
        optimizers = list(run.of(OptimizerCreated))
        steps = list(run.of(Step))
        if not optimizers or not steps:
            return
        unknown = Doubt.CUT_OFF.when(not run.complete) or Doubt.PARAMETERS_UNKNOWN.when(
            not all(event.complete for event in optimizers)
            or not all(event.complete for event in steps)
            or any(True for _ in run.of(OptimizerReceived))
        )
        owned = frozenset().union(*(event.owned for event in optimizers), *(event.owned for event in steps))
        changed = frozenset().union(*(event.changed for event in steps))
        trained = frozenset().union(*(event.leaves & event.reached for event in run.of(Backward) if event.fills_gradients))
        constructed = frozenset().union(*(event.leaves for event in run.of(Forward) if event.constructed))
        new = (trained & constructed) - owned
        if not new:
            return
        parts = [event.leaves for event in run.of(Forward) if event.leaves <= new]
        reported: set[int] = set()
        for event in run.of(Forward):
            if event.enclosing_calls:
                continue
            before = [] if event.leaves.isdisjoint(changed) else [item for item in optimizers if not item.owned.isdisjoint(event.leaves)]
            # The module is older than the optimizer, and only the part is new.
            before = before or [item for item in optimizers if event.object < item.optimizer and _of_replaced_part(run, item, steps)]
            for leaf in sorted(event.leaves & new):
                optimizer = next((item for item in reversed(before) if item.optimizer < leaf), None)
                if optimizer is None or leaf in reported:
                    continue
                site = _creation(run, leaf, optimizer.context)
                part = frozenset((leaf,)).union(*(leaves for leaves in parts if leaf in leaves))
                reported |= part
                doubt = unknown or run.gradient_read(part).doubt
                if self.is_silent(run, site, doubt):
                    continue
                calls = (item for item in run.of(Forward) if item.leaves & part)
                yield self.finding(
                    site,
                    f"{callee(run, site, 'The part', '()')} is created after the optimizer, which does not train it",
                    (Related("the optimizer receives the parameters here", optimizer.site),),
                    frozenset(
                        (
                            *(UntrainedLeaf(item) for item in part),
                            *(ForwardPass(outermost(item)) for item in calls),
                            *(OptimizerStep(item.number) for item in steps if item.optimizer == optimizer.optimizer and not item.changed),
                        )
                    ),
                    notes=("an optimizer keeps the parameters that it received at its construction",),
                    help="construct the optimizer after the model is complete, or call `add_param_group`",
                    hints={Hint.OPTIMIZER: optimizer.site},
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to construct the optimizer after the new part."""
        optimizer = finding.hint(Hint.OPTIMIZER)
        if optimizer is not None and optimizer.path == finding.site.path:
            edits = strategies.optimized_parameters.construct_later(code, optimizer, finding.site)
            yield Fix.of("Construct the optimizer afterwards", Applicability.UNSAFE, edits)


def _of_replaced_part(run: Run, optimizer: OptimizerCreated, steps: Sequence[Step]) -> bool:
    """Return True if an optimizer steps without ever finding a gradient, as no module with its parameters is called after its creation."""
    own = [event for event in steps if event.optimizer == optimizer.optimizer]
    used = any(event.number > optimizer.optimizer and not event.leaves.isdisjoint(optimizer.owned) for event in run.of(Forward))
    return bool(own) and bool(optimizer.owned) and not used and not any(event.changed for event in own)


def _creation(run: Run, leaf: int, before: Context) -> Site:
    """Return the statement that creates the module of a parameter: the call of the outermost constructor that the optimizer's construction
    is not part of."""
    node = run.nodes[leaf]
    calls, functions = node.context.calls, node.context.functions
    common = 0
    while common < min(len(calls), len(before.calls)) and calls[common] == before.calls[common]:
        common += 1
    first = len(calls)
    while first > common and functions[first - 1] == "__init__":
        first -= 1
    return calls[first] if first < len(calls) else node.site
