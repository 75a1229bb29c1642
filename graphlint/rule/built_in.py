"""The rules that read no events: what the runner itself reports of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphlint.rule.base import Finding, Rule, Severity

if TYPE_CHECKING:
    from graphlint.autograd.events import Run


class SyntaxErrorRule(Rule):
    """Flags a file that could hold a finding and does not parse.

    ## What it does
    Finds the place at which Python stops reading a file. Nothing else is reported of such a file.

    ## Why is this bad?
    A program that does not parse does not run: Python raises a SyntaxError before its first statement. It cannot be checked either.

    ## Example
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    weight.sum().backward(  # GL000
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    weight.sum().backward()
    ```

    ## Fix safety
    What was meant only the author knows. Code for Python 2 has to be translated as a whole.

    ## Known limits
    - A file that names no torch, and nothing that leads there, cannot hold a finding. It is not parsed, and its syntax is not judged.
    - A file in the syntax of a later Python than the one that runs graphlint is no finding; an error names the Python it needs.

    ## References
    - [Errors and exceptions: syntax errors](https://docs.python.org/3/tutorial/errors.html#syntax-errors)
    """

    code = "GL000"
    name = "syntax-error"
    severity = Severity.ERROR
    no_fix = "what was meant only the author knows"

    def check(self, run: Run) -> Iterator[Finding]:  # noqa: ARG002
        """Nothing: there is no run of a file that does not parse. The runner reports it."""
        yield from ()


class UnusedNoqa(Rule):
    """Flags a suppression, or a code in one, that suppresses nothing.

    ## What it does
    Finds `# noqa: CODE` and `# graphlint: ignore[CODE]` comments that name a rule which finds nothing where they stand, or which there is
    not. It also finds `# graphlint:` comments that cannot be understood.

    ## Why is this bad?
    Whoever reads the comment takes the line for a known mistake. It stays silent when the line is changed and the mistake comes back, and a
    code that is mistyped never silenced anything.

    ## Example
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    weight.sum().backward()  # noqa: GL101  # GL001
    ```

    ## Use instead
    ```python
    import torch

    weight = torch.randn(3, requires_grad=True)
    weight.sum().backward()
    ```

    ## Fix safety
    Comments do nothing, so the fix is safe. Codes of other linters, and what else the comment says, are kept.

    ## Known limits
    - A plain `# noqa` is meant for every linter, and is never reported.
    - Codes of rules that are not checked are not judged, and no plain `# graphlint: ignore` is while rules are left out that are on by
      default.
    - A file that names no torch, and nothing that leads there, is not read for suppressions.

    ## References
    - [ruff: unused-noqa](https://docs.astral.sh/ruff/rules/unused-noqa/)
    """

    code = "GL001"
    name = "unused-noqa"
    severity = Severity.INFO

    def check(self, run: Run) -> Iterator[Finding]:  # noqa: ARG002
        """Nothing: suppressions are no events. The runner reports them, with their fixes."""
        yield from ()
