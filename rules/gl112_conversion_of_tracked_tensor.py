"""GL112 conversion-of-tracked-tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.queries import outermost
from graphlint.autograd.run import Run
from graphlint.fixes import edits
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt, ForwardPass
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.wording import callee, quoted, raises

HELP = {
    Fault.TRACKED_CONVERSION: "call `.detach()` first, or `.item()` for a number; in evaluation, compute it under `torch.no_grad()`",
    Fault.NONLEAF_COPY: "copy `x.detach().clone()`; `x.clone()` keeps the graph",
    Fault.NONLEAF_FLAG: "use `x.detach()` for a constant; a result of tensors that require grad always requires grad itself",
}


class ConversionOfTrackedTensor(Rule):
    """Flags a conversion that PyTorch refuses because the tensor requires grad, such as `loss.numpy()`.

    ## What it does
    Finds calls of `.numpy()`, of NumPy functions, and of functions of matplotlib and pandas, if a tensor that they convert to an array
    requires grad: `np.mean(losses)` for a list of losses, `plt.plot(losses)`, `np.asarray(output)`. Also finds `copy.deepcopy` of a tensor
    that is not a leaf, or of an object that contains one, and changes of `requires_grad` of a tensor that is not a leaf.

    ## Why is this bad?
    PyTorch raises a RuntimeError: "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
    "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.", or "you can only change
    requires_grad flags of leaf variables."

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    output = model(torch.randn(8, 3))
    output.pow(2).mean().backward()
    print(output.numpy().max())  # GL112
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    output = model(torch.randn(8, 3))
    output.pow(2).mean().backward()
    print(output.detach().numpy().max())
    ```

    ## Fix safety
    The fix calls `.detach()` on the tensor, or copies `x.detach().clone()`. It is unsafe because no gradient flows through the result: if
    the array becomes a part of the loss, compute that part in PyTorch instead. Tensors in a list have no fix here: they are best stored as
    numbers.

    ## Not reported when
    - Grad mode is disabled or unknown: a tensor that requires grad can be converted under `no_grad`.
    - The tensor may come from unresolved code, may be frozen, or has an integer type (`output.argmax(1).numpy()`).
    - The call converts it on another path through the function.

    ## References
    - [torch.Tensor.numpy](https://pytorch.org/docs/stable/generated/torch.Tensor.numpy.html)
    - [torch.Tensor.detach](https://pytorch.org/docs/stable/generated/torch.Tensor.detach.html)
    """

    code = "GL112"
    name = "conversion-of-tracked-tensor"
    severity = Severity.ERROR
    raises = (
        r"Can't call numpy\(\) on Tensor that requires grad|Only Tensors created explicitly by the user"
        "|you can only change requires_grad flags of leaf variables"
    )

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each conversion that certainly raises."""
        for event in run.of(Raised):
            if event.fault not in HELP:
                continue
            made = run.nodes.get(event.input)
            yield self.finding(
                event.site,
                _headline(run, event),
                (Related("the tensor is computed here", made.site),) if made is not None else (),
                frozenset({ErrorAt(event.site), *_forwards(run, event.input)}),
                notes=(raises(event.fault),),
                help=HELP[event.fault],
                hints={Hint.CONVERTED: event.site if event.index == 0 else None},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose to detach the tensor."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None and finding.hint(Hint.CONVERTED) is not None:
            yield from distinct_fixes(code, _detached(call, code))


def _forwards(run: Run, node: int) -> frozenset[ForwardPass]:
    """Return the outermost module calls that computed the tensor, as causes: under `no_grad` they would have built no graph."""
    calls = {run.nodes[number].forward for number in run.below((node,))} & run.forwards.keys()
    return frozenset(ForwardPass(outermost(run.forwards[number])) for number in calls)


def _headline(run: Run, raised: Raised) -> str:
    if raised.fault is Fault.NONLEAF_FLAG:
        return "`requires_grad` of a tensor that is not a leaf is changed"
    if raised.fault is Fault.NONLEAF_COPY:
        return "A tensor that is not a leaf is copied by `copy.deepcopy()`"
    converter = callee(run, raised.site, "", "()")
    return f"A tensor that requires grad is converted by {converter}" if converter else "A tensor that requires grad is stored in an array"


def _detached(call: ast.Call, code: Code) -> Iterator[Fix | None]:
    if isinstance(call.func, ast.Attribute) and call.func.attr == "numpy" and not call.args:
        tensor = call.func.value
        yield Fix.of(f"Detach {quoted(code.spelled(tensor), 'the tensor')}", Applicability.UNSAFE, edits.called(code, tensor, ".detach()"))
    elif len(call.args) == 1 and code.spelled(call.func).endswith("deepcopy"):
        copied = edits.called(code, call.args[0], ".detach().clone()")
        if copied is not None:
            name = code.spelled(call.args[0])
            yield Fix.of(
                f"Copy {quoted(name, 'the tensor')} without its graph",
                Applicability.UNSAFE,
                edits.replaced(code, call, f"{name}.detach().clone()"),
            )
    elif call.args:
        name = quoted(code.spelled(call.args[0]), "the tensor")
        yield Fix.of(f"Detach {name}", Applicability.UNSAFE, edits.called(code, call.args[0], ".detach()"))
