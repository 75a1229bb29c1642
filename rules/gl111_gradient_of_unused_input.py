"""GL111 gradient-of-unused-input."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.queries import same_call
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.fixes.queries.names import bound_before
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.wording import argument, element, quoted, raises

FAULTS = (Fault.UNUSED_INPUT, Fault.INPUT_WITHOUT_GRAD)


class GradientOfUnusedInput(Rule):
    """Flags `autograd.grad` for an input on which the outputs do not depend, or which does not require grad.

    ## What it does
    Finds `torch.autograd.grad(outputs, inputs)` if one of the inputs is not in the graph of the outputs: a parameter that the forward pass
    does not use, a copy or a slice taken after the forward pass, a tensor whose `requires_grad` was set too late. Also finds inputs that
    do not require grad, such as data or frozen parameters.

    ## Why is this bad?
    PyTorch raises a RuntimeError: "appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.",
    or "One of the differentiated Tensors does not require grad", which `allow_unused` does not change.

    ## Example
    ```python
    import torch

    points = torch.rand(8, 2, requires_grad=True)
    x = points[:, 0:1]
    values = (points**2).sum()
    (slope,) = torch.autograd.grad(values, x)  # GL111
    ```

    ## Use instead
    ```python
    import torch

    points = torch.rand(8, 2, requires_grad=True)
    values = (points**2).sum()
    (gradient,) = torch.autograd.grad(values, points)
    slope = gradient[:, 0:1]
    ```

    ## Fix safety
    All fixes are unsafe, because only the author knows which tensor was meant. `materialize_grads=True` returns zeros for an input that the
    outputs do not depend on. `requires_grad_()` is added where the input gets its name, or where a value without a graph
    is created.

    ## Not reported when
    - `allow_unused` or `materialize_grads` is passed and not literally false, and every input requires grad.
    - An output or an input is computed by unresolved code, or may be the same tensor as one that was used.
    - The same call succeeds on another path through the function.

    ## References
    - [torch.autograd.grad](https://pytorch.org/docs/stable/generated/torch.autograd.grad.html)
    - [torch.Tensor.requires_grad](https://pytorch.org/docs/stable/generated/torch.Tensor.requires_grad.html)
    """

    code = "GL111"
    name = "gradient-of-unused-input"
    severity = Severity.ERROR
    raises = "appears to not have been used in the graph|One of the differentiated Tensors does not require grad"
    yields_to = ("GL107",)

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `autograd.grad` that certainly raises because of an input."""
        for event in run.of(Raised):
            if event.fault not in FAULTS or self.is_silent(run, event.site, _doubt(run, event)):
                continue
            unused = event.fault is Fault.UNUSED_INPUT
            inputs = argument(run, event.site, 1, "inputs")
            name = quoted(inputs, "") if event.index is None else element(inputs, event.index)
            yield self.finding(
                event.site,
                _headline(name, unused, single=bool(name) and event.index is not None),
                tuple(_related(run, event)),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help=(
                    "compute the outputs from the same tensor; `materialize_grads=True` returns zeros for an unused one"
                    if unused
                    else "call `requires_grad_()` on the input before the outputs are computed"
                ),
                hints={
                    Hint.UNUSED_INPUT: event.site if unused else None,
                    Hint.CREATED: event.cause.site if event.cause is not None else None,
                },
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose zeros for an unused input, and `requires_grad_()` for an input without a graph."""
        yield from distinct_fixes(code, _zeros(finding, code) if finding.hint(Hint.UNUSED_INPUT) is not None else _tracked(finding, code))


def _doubt(run: Run, raised: Raised) -> Doubt | None:
    """Return the doubt that the program takes the path which raises: on another one, the same call succeeds."""
    return Doubt.GRAPH_ON_OTHER_PATH.when(bool(same_call(run, raised)))


def _headline(name: str, unused: bool, *, single: bool) -> str:
    if unused:
        if not name:
            return "Outputs of `autograd.grad()` do not depend on all of its inputs"
        return f"Outputs of `autograd.grad()` do not depend on {'input' if single else 'all of'} {name}"
    if not name:
        return "An input of `autograd.grad()` does not require grad"
    return f"Input {name} of `autograd.grad()` does not require grad" if single else f"Not all of {name} require grad"


def _related(run: Run, raised: Raised) -> Iterator[Related]:
    if raised.cause is not None:
        yield Related("created here without a graph", raised.cause.site)
    places = (("input created here", raised.input), ("outputs computed here", raised.root))
    found = [(message, run.nodes[number]) for message, number in places if number in run.nodes]
    yield from (Related(message, node.site) for message, node in sorted(found, key=lambda item: item[1].number))


def _zeros(finding: Finding, code: Code) -> Iterator[Fix | None]:
    call = code.node_at(finding.site, ast.Call)
    if call is not None:
        flag = any(each.arg == "allow_unused" for each in call.keywords)
        changes = edits.argument_removed(code, call, "allow_unused") if flag else ()
        yield Fix.of(
            "Pass `materialize_grads=True`", Applicability.UNSAFE, changes, edits.argument_added(code, call, "materialize_grads=True")
        )


def _tracked(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Yield `requires_grad_()` for the input where its name is bound, or where it is created."""
    call = code.node_at(finding.site, ast.Call)
    statements: list[ast.stmt | None] = []
    if call is not None:
        given = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == "inputs")]
        parts = [part for each in given for part in (each.elts if isinstance(each, ast.List | ast.Tuple) else [each])]
        statements += [bound_before(code, code.statement_of(call), part.id) for part in parts if isinstance(part, ast.Name)]
    site = finding.hint(Hint.CREATED)
    statements.append(code.statement_at(site) if site is not None else None)
    for statement in statements:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
            message = f"Call `requires_grad_()` on {quoted(statement.targets[0].id, 'the input')}"
            yield Fix.of(message, Applicability.UNSAFE, edits.called(code, statement.value, ".requires_grad_()"))
