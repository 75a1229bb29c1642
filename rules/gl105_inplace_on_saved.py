"""GL105 inplace-on-saved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from graphlint.autograd.events import Change, Fault, Raised, Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity, built_place
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct


class InplaceOnSaved(Rule):
    """Flags a backward that needs a tensor as it was saved, where the tensor has been changed in place since.

    ## What it does
    Finds an in-place operation (`+=`, `relu_`, an index assignment, `inplace=True`) on a tensor that an operation saved for its
    derivative, directly or through a view, and the backward that comes after it. The place of the change is a related place.

    ## Why is this bad?
    Each change in place counts up the tensor's version. The backward finds a newer version than the one that was saved and raises a
    RuntimeError: "one of the variables needed for gradient computation has been modified by an inplace operation".

    ## Example
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    gate = torch.sigmoid(weight)
    gate += 1
    gate.sum().backward()  # GL105
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    gate = torch.sigmoid(weight)
    gate = gate + 1
    gate.sum().backward()
    ```

    ## Fix safety
    Writing the operation out of place (`gate = gate + 1`, `x = x.relu()` for `x.relu_()`) is the right edit. It is safe where the tensor
    is fresh from an operation and nothing has read its name since; else it is unsafe: another name, a view or a container would keep the
    old values. Where the operands' types differ, `x + y` may have another type than `x += y` leaves. Cloning what is saved, so that the
    change meets another tensor, is safe: all values and gradients are what the program means. It costs the memory of one tensor. Cloning
    a tensor before an entry of it is assigned, and making a module without `inplace=True`, are unsafe, as others may hold the tensor.

    ## Known limits
    - Only what an operation saves counts: `sigmoid` and `exp` save their result, a product its operands (and only those that another
      operand's gradient needs), a linear layer, a convolution, an addition or a mean do not save their result.
    - A leaf that was saved and changed, such as a parameter that a step updates, is GL104.
    - Under saved_tensors_hooks, save_on_cpu, allow_mutation_on_saved_tensors and in checkpointed code there is no version check, and no
      finding.

    ## References
    - [Autograd mechanics: in-place operations](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL105"
    name = "inplace-on-saved"
    severity = Severity.ERROR

    def check(self, run: Run) -> Iterator[Finding]:
        """Each backward that finds a saved tensor changed which is no leaf."""
        for event in run.of(Raised):
            change = event.by
            if event.fault is not Fault.CHANGED or (isinstance(change, Change) and change.leaf):
                continue
            changed = (Related("it is changed in place here", change.site),) if isinstance(change, Change) else ()
            yield self.finding(
                event.site,
                "this backward needs a tensor as it was when it was saved, and it has been changed in place since: PyTorch raises "
                '"one of the variables needed for gradient computation has been modified by an inplace operation"',
                (*built_place(run, event, "the tensor is saved for backward here"), *changed),
                frozenset({("raised", event.site)}),
                changed=strategies.places.places(change) if isinstance(change, Change) else None,
                **{f"saved {event.what}": strategies.places.places(run.nodes[event.chain[-1]]) if event.chain else None},
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """The change out of place, or a clone of what is saved."""
        saved = next((name for name, _ in finding.hints if name.startswith("saved ")), "")
        ways = strategies.inplace_changes.out_of_place(code, finding.hinted("changed"))
        yield from distinct(
            code, chain(ways, strategies.inplace_changes.cloned_where_saved(code, finding.hinted(saved), saved.removeprefix("saved ")))
        )
