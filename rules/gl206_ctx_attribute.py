"""GL206 ctx-attribute."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import ContextAttribute, TensorRole
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Rule, Severity
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.hints import Hint


class CtxAttribute(Rule):
    """Flags a custom `autograd.Function` that stores its inputs or outputs as attributes of `ctx`.

    ## What it does
    Finds `ctx.name = tensor` in the forward of a `torch.autograd.Function` if the tensor is an input or an output of the function.

    ## Why is this bad?
    An output stored on `ctx` creates a reference cycle that delays freeing the graph. An input stored on `ctx` stays after backward has
    freed the graph, and an in-place modification of it goes undetected and gives wrong gradients. `ctx.save_for_backward` avoids both
    problems.

    ## Example
    ```python
    import torch


    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.x = x  # GL206
            return x * x

        @staticmethod
        def backward(ctx, gradient):
            return 2 * ctx.x * gradient


    weight = torch.randn(3, requires_grad=True)
    Square.apply(weight).sum().backward()
    ```

    ## Use instead
    ```python
    import torch


    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, gradient):
            (x,) = ctx.saved_tensors
            return 2 * x * gradient


    weight = torch.randn(3, requires_grad=True)
    Square.apply(weight).sum().backward()
    ```

    ## Fix safety
    Saving all tensors with one `ctx.save_for_backward` call is unsafe: a second backward without `retain_graph=True`, or a backward
    after an in-place modification of the input, raises afterwards.

    ## Not reported when
    - The tensor is an intermediate result, for example a mask.
    - The value is not a tensor.

    ## References
    - [Extending PyTorch](https://pytorch.org/docs/stable/notes/extending.html)
    - [FunctionCtx.save_for_backward](https://pytorch.org/docs/stable/generated/torch.autograd.function.FunctionCtx.save_for_backward.html)
    """

    code = "GL206"
    name = "ctx-attribute"
    severity = Severity.WARNING

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each input or output that is assigned to an attribute of ctx."""
        stores = [event for event in run.of(ContextAttribute) if event.role is not TensorRole.INTERMEDIATE]
        for event in stores:
            note = (
                "the output references its node and the node references `ctx`: the cycle is not freed with the graph"
                if event.role is TensorRole.OUTPUT
                else "`backward()` does not free it, and an in-place change of it raises no error"
            )
            yield self.finding(
                event.site,
                f"`ctx` attribute `{event.name}` holds an {event.role.value} of `forward()`",
                notes=(note,),
                help="pass it to `ctx.save_for_backward()`",
                hints={Hint.ON_CONTEXT: [other.site for other in stores if other.context == event.context]},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to save all tensors that this forward stores on ctx."""
        statement = code.statement_at(finding.site)
        statements = [code.statement_at(site) for site in finding.hinted_sites(Hint.ON_CONTEXT)]
        if statement is not None:
            function = code.function_of(statement)
            assignments = [each for each in statements if each is not None and code.function_of(each) is function]
            yield Fix.of(
                "Save the tensors with `ctx.save_for_backward()`",
                Applicability.UNSAFE,
                strategies.saved_tensors.save_for_backward(code, assignments),
            )
