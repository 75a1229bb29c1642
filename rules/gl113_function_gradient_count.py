"""GL113 function-gradient-count."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint
from graphlint.rule.wording import raises

FAULTS = (Fault.GRADIENT_COUNT, Fault.LEGACY_FUNCTION)


class FunctionGradientCount(Rule):
    """Flags a custom `autograd.Function` whose `backward` returns a wrong number of gradients, or whose instance is called.

    ## What it does
    Finds backward passes through a custom `torch.autograd.Function` whose `backward` returns more or fewer gradients than `apply` received
    arguments: each argument needs a gradient, `None` for one that is not a tensor. Also finds calls of an instance, `Square()(x)`, the
    style before PyTorch 1.3.

    ## Why is this bad?
    PyTorch raises a RuntimeError: "returned an incorrect number of gradients", or "Legacy autograd function with non-static forward method
    is deprecated."

    ## Example
    ```python
    import torch


    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx, gradient):
            return gradient * ctx.factor


    x = torch.ones(3, requires_grad=True)
    Scale.apply(x, 2.0).sum().backward()  # GL113
    ```

    ## Use instead
    ```python
    import torch


    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx, gradient):
            return gradient * ctx.factor, None


    x = torch.ones(3, requires_grad=True)
    Scale.apply(x, 2.0).sum().backward()
    ```

    ## Fix safety
    The fix adds `None` for the last argument to all return statements, if one gradient is missing. It is unsafe because this argument may
    need a gradient, too.
    A call of an instance becomes a call of `apply`, which is the same Function; this fix is unsafe, too, because `forward` must be static.

    ## Not reported when
    - The surplus values at the end are `None`, or may be: PyTorch ignores them.
    - The number of returned gradients is not the same in all return statements, or they do not show it.
    - No input of `apply` requires grad, or no backward pass certainly reaches its result.

    ## References
    - [Extending torch.autograd](https://pytorch.org/docs/stable/notes/extending.html)
    - [torch.autograd.Function](https://pytorch.org/docs/stable/autograd.html)
    """

    code = "GL113"
    name = "function-gradient-count"
    severity = Severity.ERROR
    raises = "returned an incorrect number of gradients|Legacy autograd function with non-static forward method is deprecated"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each backward pass that certainly raises because of the number of gradients, and each call of an instance."""
        for event in run.of(Raised):
            if event.fault not in FAULTS:
                continue
            one_missing = event.counts is not None and event.counts[1] == event.counts[0] - 1
            yield self.finding(
                event.site,
                _headline(event),
                tuple(_related(run, event)),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help=(
                    "call `apply` of the class"
                    if event.counts is None
                    else "return one gradient for each argument of `apply`, `None` for one that needs none"
                ),
                hints={Hint.RETURNED: event.created if one_missing else None, Hint.INSTANCE: event.site if event.counts is None else None},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `None` for the arguments without a gradient, or the call of `apply`."""
        instance, returned = finding.hint(Hint.INSTANCE), finding.hint(Hint.RETURNED)
        call = code.node_at(instance, ast.Call) if instance is not None else None
        if call is not None and isinstance(call.func, ast.Call) and not call.func.args and not call.func.keywords:
            name = code.spelled(call.func.func)
            yield Fix.of("Call `apply` of the class", Applicability.UNSAFE, edits.replaced(code, call.func, f"{name}.apply"))
        statement = code.node_at(returned, ast.Return) if returned is not None else None
        if statement is not None:
            # All return statements of the method return the same number of gradients.
            values = [item.value for item in _returns_beside(code, statement) if item.value is not None]
            changes = [edits.replaced(code, value, _with_one_more(code.spelled(value), value)) for value in values]
            yield Fix.of("Return `None` for one more argument", Applicability.UNSAFE, *changes)


def _returns_beside(code: Code, statement: ast.Return) -> list[ast.Return]:
    """Return the return statements of the function that contains a return statement."""
    function = code.function_of(statement)
    returns = (node for node in ast.walk(function) if isinstance(node, ast.Return)) if function is not None else ()
    return [node for node in returns if code.function_of(node) is function]


def _with_one_more(text: str, value: ast.expr) -> str:
    inner = text[1:-1].rstrip() if isinstance(value, ast.Tuple) and text.startswith("(") else text
    return f"{inner.removesuffix(',')}, None"


def _headline(raised: Raised) -> str:
    if raised.counts is None:
        return "An instance of a custom Function is called"
    expected, returned = raised.counts
    return f"A custom Function returns {_number(returned)} for {expected} argument{'' if expected == 1 else 's'}"


def _number(gradients: int) -> str:
    return f"{gradients or 'no'} gradient{'' if gradients == 1 else 's'}"


def _related(run: Run, raised: Raised) -> Iterator[Related]:
    if raised.input in run.nodes and run.nodes[raised.input].site.line != raised.site.line:
        yield Related("`apply` called here", run.nodes[raised.input].site)
    if raised.created is not None:
        yield Related("gradients returned here", raised.created)
