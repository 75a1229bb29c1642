"""GL114 optimizer-without-parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Fault, OptimizerCreated, Raised, Site, UnregisteredModules
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.fixes.edits import Edits
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import argument, quoted, raises

FAULTS = (Fault.NO_PARAMETERS, Fault.REPEATED_PARAMETER)


class OptimizerWithoutParameters(Rule):
    """Flags an optimizer that receives no parameters, or the same parameter in two groups.

    ## What it does
    Finds optimizers of `torch.optim` that are given an iterator which other code has already read to its end, such as
    `params = model.parameters()` after `sum(p.numel() for p in params)`; an empty list; the parameters of a module that has none, for
    example because its layers are in a plain list; or one parameter in two groups.

    ## Why is this bad?
    PyTorch raises a ValueError: "optimizer got an empty parameter list", or "some parameters appear in more than one parameter group".

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    parameters = model.parameters()
    print(sum(parameter.numel() for parameter in parameters))
    optimizer = torch.optim.SGD(parameters, lr=0.1)  # GL114
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    parameters = list(model.parameters())
    print(sum(parameter.numel() for parameter in parameters))
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    ```

    ## Fix safety
    The fix makes a list of the iterator where it is created, registers the modules of a plain list, passes the only parameters in
    scope, or leaves the parameters of one group out of another. It is unsafe: the parameters are trained from then on, and only the
    author knows in which group a parameter belongs.

    ## Not reported when
    - Some of the parameters may come from unresolved code, or only a part of the iterator has been read.
    - One group among several is empty, or one parameter is twice in the same group: PyTorch accepts the first and warns of the
      second.
    - On another path through the same call the optimizer has parameters.

    ## References
    - [torch.optim](https://pytorch.org/docs/stable/optim.html)
    - [torch.nn.Module.parameters](https://pytorch.org/docs/stable/generated/torch.nn.Module.html)
    """

    code = "GL114"
    name = "optimizer-without-parameters"
    severity = Severity.ERROR
    raises = "optimizer got an empty parameter list|some parameters appear in more than one parameter group"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each construction of an optimizer that certainly raises because of its parameters."""
        for event in run.of(Raised):
            if event.fault not in FAULTS or self.is_silent(run, event.site, _doubt(run, event)):
                continue
            places = [("iterator created here", event.created)] if event.created is not None else []
            if event.cause is not None:
                repeated = event.fault is Fault.REPEATED_PARAMETER
                places.append(("parameter created here" if repeated else "read to its end here", event.cause.site))
            hidden = _hidden_modules(run, event)
            if hidden is not None:
                places.append((f"the modules in `{hidden.name}` are not registered", hidden.site))
            yield self.finding(
                event.site,
                _headline(run, event),
                tuple(Related(message, site) for message, site in places),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help=_help(event, hidden),
                hints={
                    Hint.ITERATOR: event.created,
                    Hint.MODULES: None if hidden is None else hidden.site,
                    Hint.OPTIMIZER: event.site if event.fault is Fault.NO_PARAMETERS else None,
                },
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose a list in place of the iterator, registered modules, the parameters in scope, or groups that share none."""
        optimizer = code.node_at(finding.site, ast.Call)
        groups = strategies.parameter_groups
        if optimizer is None:
            return
        iterator = finding.hint(Hint.ITERATOR)
        if finding.hint(Hint.OPTIMIZER) is None:
            proposed = groups.groups_apart(code, optimizer)
        elif iterator is not None:
            proposed = groups.read_again(code, optimizer, iterator)
        else:
            proposed = chain(_registered(code, finding.hint(Hint.MODULES)), groups.parameters_instead_of_none(code, optimizer))
        for title, changes in proposed:
            yield Fix.of(title, Applicability.UNSAFE, changes)


def _registered(code: Code, modules: Site | None) -> Iterator[tuple[str, Edits | None]]:
    assignment = code.statement_at(modules) if modules is not None else None
    if isinstance(assignment, ast.Assign | ast.AnnAssign) and assignment.value is not None:
        for name, container in strategies.registered_modules.registering_container(code, assignment.value, parameters=False):
            yield f"Make it an `nn.{name}`", container


def _doubt(run: Run, raised: Raised) -> Doubt | None:
    """Return the doubt that the program takes the path which raises: on another one, the same call succeeds."""
    same = (event for event in run.of(OptimizerCreated) if event.site == raised.site and event.context == raised.context)
    return Doubt.PARAMETERS_ON_OTHER_PATH.when(any(True for _ in same))


def _headline(run: Run, raised: Raised) -> str:
    if raised.fault is Fault.REPEATED_PARAMETER:
        return "Optimizer is given the same parameter in two groups"
    given = quoted(argument(run, raised.site, 0, "params"), "its iterator")
    return f"Optimizer is given {given} after its end" if raised.created is not None else "Optimizer is given no parameters"


def _hidden_modules(run: Run, raised: Raised) -> UnregisteredModules | None:
    """Return the only container that hides the modules of an optimizer's model; None if there is none, or more than one."""
    if raised.fault is Fault.REPEATED_PARAMETER or raised.created is not None:
        return None
    found = {event.site: event for event in run.of(UnregisteredModules) if event.context == raised.context and event.modules}
    return next(iter(found.values())) if len(found) == 1 else None


def _help(raised: Raised, hidden: UnregisteredModules | None) -> str:
    if raised.fault is Fault.REPEATED_PARAMETER:
        return "leave the parameter out of one of the groups"
    if raised.created is not None:
        return "make a list of the iterator, or call `parameters()` again"
    if hidden is not None:
        return f"register the modules in `{hidden.name}`: use `nn.ModuleList` or `nn.ModuleDict`"
    return "pass parameters; `parameters()` finds layers in `nn.ModuleList`, not in plain lists"
