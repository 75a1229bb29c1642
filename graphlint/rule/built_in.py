"""Rules without events: `graphlint.check` reports their findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphlint.rule.base import Finding, Rule, Severity, Tag

if TYPE_CHECKING:
    from graphlint.autograd.run import Run


class SyntaxErrorRule(Rule):
    """Flags a file with a syntax error.

    ## What it does
    Finds the location where Python stops parsing the file. The file gets no other finding.

    ## Why is this bad?
    A file that does not parse does not run: Python raises a SyntaxError before its first statement. graphlint cannot check it either.

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
    There is no fix. Python 2 code must be ported as a whole.

    ## Not reported when
    - The file neither references torch nor imports a module that does, so it is not parsed.
    - The file uses the syntax of a Python newer than the one that runs graphlint. An error names the version it needs.

    ## References
    - [Errors and exceptions: syntax errors](https://docs.python.org/3/tutorial/errors.html#syntax-errors)
    """

    code = "GL000"
    name = "syntax-error"
    severity = Severity.ERROR
    no_fix = "what was meant only the author knows"

    def check(self, run: Run) -> Iterator[Finding]:  # noqa: ARG002
        """Yield nothing: a file that does not parse has no run."""
        yield from ()


class UnusedNoqa(Rule):
    """Flags a suppression comment, or a code in one, that suppresses no finding.

    ## What it does
    Finds `# noqa: CODE` and `# graphlint: ignore[CODE]` comments with a rule that reports nothing on that line or does not exist, and
    malformed `# graphlint:` comments.

    ## Why is this bad?
    The comment suggests a known problem that does not exist. It would also hide a new finding on that line, and a misspelled code never
    suppressed anything.

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
    Removing the comment is safe. Codes of other linters and other text in the comment stay.

    ## Not reported when
    - The comment is a plain `# noqa`, which applies to every linter.
    - The code belongs to a rule that is not enabled, or the comment is a plain `# graphlint: ignore` while default rules are disabled.
    - The file neither references torch nor imports a module that does, so it is not read for comments.

    ## References
    - [ruff: unused-noqa](https://docs.astral.sh/ruff/rules/unused-noqa/)
    """

    code = "GL001"
    name = "unused-noqa"
    severity = Severity.INFO
    tags = frozenset((Tag.UNNECESSARY,))

    def check(self, run: Run) -> Iterator[Finding]:  # noqa: ARG002
        """Yield nothing: the suppression filter reports the findings, with their fixes."""
        yield from ()
