"""GL902 volatile."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Certainty, Forward, Misuse, Run
from graphlint.autograd.reading import outermost
from graphlint.fixes.code import Code
from graphlint.fixes.edits import argument_removed, decorated, wrapped
from graphlint.fixes.model import Applicability, Fix
from graphlint.fixes.no_grad import covered, no_grad, spans, trains
from graphlint.rules_api import Finding, Rule, Severity


class Volatile(Rule):
    """Flags volatile=True, which has no effect any more.

    ## What it does
    Finds `Variable(..., volatile=True)`.

    ## Why is this bad?
    In PyTorch before 0.4 the keyword kept the graph from being built. Today PyTorch warns, "volatile was removed and now has no
    effect", and builds the graph: evaluation keeps activations that nothing walks.

    ## Example
    ```python
    import torch
    from torch.autograd import Variable

    model = torch.nn.Linear(3, 1)
    inputs = Variable(torch.randn(8, 3), volatile=True)  # GL902
    print(model(inputs).mean().item())
    ```

    ## Use instead
    ```python
    import torch

    model = torch.nn.Linear(3, 1)
    inputs = torch.randn(8, 3)
    with torch.no_grad():
        print(model(inputs).mean().item())
    ```

    ## Fix safety
    Taking the keyword away is safe and ends the warning; it is offered alone where no graph is built that nothing walks. Else it goes
    together with `torch.no_grad()`, on the function or around what follows. That is unsafe, as the block has to be chosen: everything
    in it goes without a graph.

    ## Known limits
    - The keyword counts on `Variable` only.

    ## References
    - [Automatic differentiation package](https://pytorch.org/docs/stable/autograd.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL902"
    name = "volatile"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Each use of the keyword."""
        for event in run.of(Misuse):
            if event.what == "volatile":
                after = frozenset(
                    ("forward", outermost(item)) for item in run.of(Forward) if item.context.functions == event.context.functions
                )
                built = next(
                    (
                        item.site
                        for item in run.of(Forward)
                        if item.context.functions == event.context.functions and item.grad_mode is not Certainty.NO
                    ),
                    None,
                )
                yield self.finding(
                    event.site, "volatile has no effect any more: PyTorch warns, and the graph is built", (), after, forward=built
                )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """No keyword; and, where the graph is built, no_grad on the function, or around what follows."""
        call = code.node_at(finding.site, ast.Call)
        spelled = no_grad(code)
        if call is None:
            return
        gone = argument_removed(code, call, "volatile")
        yield Fix.of("Remove volatile", Applicability.SAFE, gone)
        if finding.hint("forward") is None or spelled is None:
            return
        statement, function = code.statement_of(call), code.function_of(call)
        if isinstance(function, ast.FunctionDef) and not trains(code, function):
            message = f"Remove volatile, and decorate `{function.name[:30]}` with no_grad"
            yield Fix.of(message, Applicability.UNSAFE, gone, decorated(code, function, f"@{spelled}"))
        message = "Remove volatile, and compute under no_grad"
        if not isinstance(statement, ast.Assign) or statement.value is not call:
            yield Fix.of(message, Applicability.UNSAFE, gone, covered(code, [statement]))
            return
        block = code.block_of(statement)
        if not any(trains(code, each) for each in block[block.index(statement) :]):
            for span, _ in spans(code, statement):
                yield Fix.of(message, Applicability.UNSAFE, gone, wrapped(code, span, f"with {spelled}:"))
