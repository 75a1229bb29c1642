"""GL110 inplace-on-view."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised, Site
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.wording import raises, spelling

FAULTS = (Fault.MULTIPLE_VIEW_CHANGED, Fault.NO_GRAD_VIEW_CHANGED)


class InplaceOnView(Rule):
    """Flags an in-place change of an output of `split`, `chunk`, or `unbind`, or of a view created under `no_grad`.

    ## What it does
    Finds in-place operations, with grad mode enabled, on an output of `split`, `chunk`, or `unbind`, on a row of a tensor over which a loop
    iterates or that is unpacked, and on a view created under `torch.no_grad()`. The tensor or the other operand requires grad.

    ## Why is this bad?
    Autograd cannot give the base tensor a new `grad_fn` for a change through one of several views that one function returns, or through a
    view that it has not recorded. PyTorch raises a RuntimeError: "Output 0 of Split is a view and is being modified inplace. This view is
    the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace.", or "A view
    was created in no_grad mode and is being modified inplace with grad mode enabled."

    ## Example
    ```python
    import torch
    from torch import nn

    gates = nn.Linear(3, 8)(torch.randn(5, 3))
    update, candidate = gates.chunk(2, dim=1)
    update.sigmoid_()  # GL110
    state = update * candidate
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    gates = nn.Linear(3, 8)(torch.randn(5, 3))
    update, candidate = gates.chunk(2, dim=1)
    update = update.sigmoid()
    state = update * candidate
    ```

    ## Fix safety
    The out-of-place operation is an unsafe fix, because it no longer changes the base tensor; there is none for a loop over the rows of a
    tensor, whose purpose is to change that tensor (`for i in range(len(x)): x[i] *= 2` does), and for an element of a list. An update of a
    view of a leaf is wrapped in `torch.no_grad()`, which is safe, as in GL106.

    ## Not reported when
    - The view is one of `tensor_split`, `hsplit`, `vsplit` or `dsplit`, which are slices (GL106 on a leaf), or the result of
      `unsafe_split` or `unsafe_chunk`, which is a new tensor.
    - The view was detached or cloned, or the change runs under `torch.no_grad()`.
    - The tensor may not require grad, for example because it comes from unresolved code.

    ## References
    - [torch.split](https://pytorch.org/docs/stable/generated/torch.split.html)
    - [Tensor views](https://pytorch.org/docs/stable/tensor_view.html)
    """

    code = "GL110"
    name = "inplace-on-view"
    severity = Severity.ERROR
    raises = "This view is the output of a function that returns multiple views|created in no_grad mode and is being modified inplace"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each in-place operation on a view that PyTorch refuses."""
        for event in run.of(Raised):
            if event.fault not in FAULTS:
                continue
            multiple = event.fault is Fault.MULTIPLE_VIEW_CHANGED
            kind = "one of several views" if multiple else "a view created under `no_grad()`"
            yield self.finding(
                event.site,
                f"{spelling(run, event.site, 'In-place operation')} changes {kind}",
                (Related("view, or its base, created here", event.created),) if event.created is not None else (),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help=_help(event),
                hints={
                    Hint.VIEW_OF_LEAF: event.site if event.input else None,
                    Hint.GRAD_MODE_OFF: event.created if not event.input and not multiple else None,
                },
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `no_grad()` for the update of a leaf, otherwise the out-of-place operation."""
        if finding.hint(Hint.VIEW_OF_LEAF) is not None:
            yield from distinct_fixes(code, strategies.parameter_updates.update_under_no_grad(code, finding.site))
            return
        yield from distinct_fixes(code, strategies.cut_graphs.without_mode(code, finding.hinted_sites(Hint.GRAD_MODE_OFF)))
        if _is_loop_variable(code, finding.site):
            return
        change = strategies.inplace_changes
        element = _is_element(code, finding.site)
        yield from distinct_fixes(code, (change.element_out_of_place if element else change.out_of_place)(code, [finding.site]))


def _help(raised: Raised) -> str:
    if raised.input:
        return "put the update under `torch.no_grad()`"
    if raised.fault is Fault.MULTIPLE_VIEW_CHANGED:
        return "use the out-of-place operation, or change an item of the base tensor"
    return "create the view and change it both under `no_grad()`, or both outside"


def _is_loop_variable(code: Code, site: Site) -> bool:
    """Return True if the statement changes the rows over which its loop iterates: another tensor would not change them."""
    statement = code.statement_at(site)
    if statement is None:
        return False
    loops = (each for each in code.loops_of(statement) if isinstance(each, (ast.For, ast.AsyncFor)))
    rows = {node.id for each in loops for node in ast.walk(each.target) if isinstance(node, ast.Name)}
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement
    return any(isinstance(node, ast.Name) and node.id in rows for node in _changed(target))


def _is_element(code: Code, site: Site) -> bool:
    """Return True if the changed view is an element of a list, which has no out-of-place form: `pieces[0].mul_(2)`."""
    statement = code.statement_at(site)
    target = (
        statement.targets[0].value if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript) else statement
    )
    return target is not None and any(isinstance(node, ast.Subscript) for node in _receivers(target))


def _receivers(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the target of an assignment or the receiver of a call, and the expressions whose attributes and items they are."""
    while isinstance(node, (ast.AugAssign, ast.Expr, ast.Subscript, ast.Attribute, ast.Call)):
        node = node.target if isinstance(node, ast.AugAssign) else node.func if isinstance(node, ast.Call) else node.value
        yield node


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a statement changes: its target, or the receivers and the first argument of its call."""
    while isinstance(node, (ast.AugAssign, ast.Expr, ast.Subscript, ast.Attribute, ast.Call)):
        if isinstance(node, ast.AugAssign):
            node = node.target
        elif isinstance(node, ast.Call):
            yield from node.args[:1]
            node = node.func
        else:
            node = node.value
    yield node
