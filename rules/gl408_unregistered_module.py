"""GL408 unregistered-module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, Forward, OptimizerCreated, Site, Step, UnregisteredModules
from graphlint.autograd.queries import outermost
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.causes import ForwardPass, UntrainedLeaf
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint


class UnregisteredModule(Rule):
    """Flags modules or parameters that a module keeps in a plain list, tuple or dict, so that no optimizer trains them.

    ## What it does
    Finds an attribute of a module that is a list, tuple or dict of modules or parameters, if a training backward reaches these, they
    require grad, and no optimizer owns them, while it trains other parameters of the same model.

    ## Why is this bad?
    `nn.Module` registers modules and parameters that are assigned to attributes, but does not look into lists, tuples and dicts.
    `parameters()` does not include them, so the optimizer never trains them; `to()` does not move them, and `state_dict()` does not save
    them. Every `backward()` computes gradients for them that no step uses.

    ## Example
    ```python
    import torch
    from torch import nn


    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = [nn.Linear(3, 3), nn.Linear(3, 3)]  # GL408
            self.head = nn.Linear(3, 1)

        def forward(self, x):
            for layer in self.layers:
                x = torch.relu(layer(x))
            return self.head(x)


    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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


    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
            self.head = nn.Linear(3, 1)

        def forward(self, x):
            for layer in self.layers:
                x = torch.relu(layer(x))
            return self.head(x)


    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in range(3):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    ```

    ## Fix safety
    The fix makes an `nn.ModuleList`, `nn.ModuleDict` or `nn.ParameterList` of the container. It is unsafe: the parameters are trained from
    then on, and checkpoints get more entries.

    ## Not reported when
    - An optimizer owns the parameters in another way, or owns parameters that are not resolved.
    - The modules are also registered, for example by a second attribute or by `add_module`.
    - The parameters do not require grad, such as those of a frozen teacher.

    ## References
    - [torch.nn.ModuleList](https://pytorch.org/docs/stable/generated/torch.nn.ModuleList.html)
    - [torch.nn.ParameterList](https://pytorch.org/docs/stable/generated/torch.nn.ParameterList.html)
    """

    code = "GL408"
    name = "unregistered-module"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each container whose modules or parameters are part of the training and owned by no optimizer."""
        by_site: dict[Site, list[UnregisteredModules]] = {}
        for event in run.of(UnregisteredModules):
            by_site.setdefault(event.site, []).append(event)
        if not by_site:
            return
        optimizers = list(run.of(OptimizerCreated))
        steps = list(run.of(Step))
        unknown = Doubt.CUT_OFF.when(not run.complete) or Doubt.PARAMETERS_UNKNOWN.when(
            not optimizers or not all(event.complete for event in optimizers) or not all(event.complete for event in steps)
        )
        owned = frozenset().union(*(event.owned for event in optimizers), *(event.owned for event in steps))
        changed = frozenset().union(*(event.changed for event in steps))
        for site, events in by_site.items():
            leaves = frozenset().union(*(event.leaves for event in events))
            reaching = (event for event in run.of(Backward) if event.fills_gradients and leaves & event.leaves & event.reached)
            trained = any(event.leaves & changed for event in reaching)
            doubt = (
                unknown
                or Doubt.HIDDEN_ON_PURPOSE.when(all(event.modules + event.parameters < 2 for event in events))
                or Doubt.MAY_BE_TRAINED.when(leaves & owned)
                or Doubt.NOT_TRAINED_BESIDE.when(not trained)
                or run.gradient_read(leaves).doubt
            )
            if self.is_silent(run, site, doubt):
                continue
            event = max(events, key=lambda item: item.modules + item.parameters)
            what, role = ("modules", Hint.MODULES) if event.modules else ("parameters", Hint.PARAMETERS)
            calls = [item for item in run.of(Forward) if item.leaves & leaves]
            yield self.finding(
                site,
                f"The {what} in `{event.name}` are not registered: no optimizer trains them",
                (),
                frozenset((*(ForwardPass(outermost(item)) for item in calls), *(UntrainedLeaf(leaf) for leaf in leaves))),
                notes=("`parameters()`, `to()` and `state_dict()` do not look into lists, tuples and dicts",),
                help="use `nn.ModuleList`, `nn.ModuleDict` or `nn.ParameterList`",
                hints={} if event.others or (event.modules and event.parameters) else {role: site},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose the container of torch.nn in place of the list, tuple or dict."""
        parameters = finding.hint(Hint.PARAMETERS)
        site = parameters or finding.hint(Hint.MODULES)
        assignment = code.statement_at(site) if site is not None else None
        if isinstance(assignment, ast.Assign | ast.AnnAssign) and assignment.value is not None:
            found = strategies.registered_modules.registering_container(code, assignment.value, parameters=parameters is not None)
            for name, edits in found:
                yield Fix.of(f"Make it an `nn.{name}`", Applicability.UNSAFE, edits)
