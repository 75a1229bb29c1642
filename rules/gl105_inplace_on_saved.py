"""GL105 inplace-on-saved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from graphlint.autograd.events import Change, Fault, Raised
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity, built_place
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.story import Story
from graphlint.rule.wording import raises, spelling


class InplaceOnSaved(Rule):
    """Flags a backward pass that needs a saved tensor which was modified in place.

    ## What it does
    Finds an in-place operation (`+=`, `relu_`, an index assignment, `inplace=True`) on a tensor that an earlier operation saved for
    backward, directly or through a view. The finding is on the backward; the in-place operation is a related location.

    ## Why is this bad?
    Every in-place operation increments the tensor's version counter. Backward finds a newer version than it saved and raises a
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
    The out-of-place form (`gate = gate + 1`) is safe if the tensor is the fresh result of an operation and its name has not been read
    since; otherwise another reference would keep the old value, so the fix is unsafe. Cloning the saved tensor is safe and costs its
    memory. Cloning before an index assignment, and removing `inplace=True` from a module, are unsafe.

    ## Not reported when
    - No operation saved the modified tensor. `sigmoid` and `exp` save their result, a product saves the operands it needs; a linear
      layer, a convolution, an addition and a mean do not save their result.
    - The tensor is a leaf such as a parameter that a step updates (reported as GL104).
    - The tensors were saved under `saved_tensors_hooks`, `save_on_cpu`, `allow_mutation_on_saved_tensors` or activation checkpointing,
      where PyTorch does not check versions.

    ## References
    - [Autograd mechanics: in-place operations](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL105"
    name = "inplace-on-saved"
    severity = Severity.ERROR
    story = Story.ERROR
    raises = "modified by an inplace operation"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` that needs a modified saved tensor which is not a leaf."""
        for event in run.of(Raised):
            change = event.cause
            if event.fault is not Fault.CHANGED or (isinstance(change, Change) and change.leaf):
                continue
            related = (Related("tensor modified in place here", change.site),) if isinstance(change, Change) else ()
            operation = spelling(run, change.site, "In-place operation") if isinstance(change, Change) else "In-place operation"
            saving = strategies.places.sites_of(run.nodes[event.chain[-1]]) if event.chain else None
            yield self.finding(
                event.site,
                f"{operation} modified a tensor that a later `backward()` needs",
                (*built_place(run, event, "tensor saved for `backward()` here"), *related),
                frozenset({ErrorAt(event.site)}),
                notes=(raises(event.fault),),
                help="use the out-of-place operation, or clone the tensor before the change",
                hints={
                    Hint.CHANGED: strategies.places.sites_of(change) if isinstance(change, Change) else None,
                    Hint.SAVED_RESULT if event.result_changed else Hint.SAVED_OPERAND: saving,
                },
            )

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose an out-of-place operation, or a clone of the saved tensor."""
        candidates = strategies.inplace_changes.out_of_place(code, finding.hinted_sites(Hint.CHANGED))
        operands, results = finding.hinted_sites(Hint.SAVED_OPERAND), finding.hinted_sites(Hint.SAVED_RESULT)
        clones = strategies.inplace_changes.cloned_where_saved(code, operands, is_result=False)
        cloned_results = strategies.inplace_changes.cloned_where_saved(code, results, is_result=True)
        yield from distinct_fixes(code, chain(candidates, clones, cloned_results))
