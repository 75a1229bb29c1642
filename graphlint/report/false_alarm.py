"""The text of an issue for a reduced program, in the order of the template for false positives."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from graphlint.common.version import __version__
from graphlint.libraries.assumptions import NEWEST_TORCH
from graphlint.report.full import finding_lines
from graphlint.report.style import Style

if TYPE_CHECKING:
    from graphlint.reduce.reduce import ReducedProgram

WIDTH = 100


def render(found: ReducedProgram) -> Iterator[str]:
    """Yield the lines of the issue."""
    yield "**Code** (reduced by `graphlint report`; names and strings are replaced)\n\n"
    for path, text in found.texts.items():
        if len(found.texts) > 1:
            yield f"`{path}`:\n\n"
        yield f"```python\n{text}```\n\n"
    yield "**Result** (output of `graphlint --isolated FILE`)\n\n```text\n"
    for finding in found.findings:
        yield from finding_lines(finding, Style(width=WIDTH), False)
    yield "```\n\n**Expected**: no finding, because (the reason; if PyTorch raises or warns, its message)\n\n"
    yield f"**Versions**: graphlint {__version__}, Python {platform.python_version()}, {platform.system()}, PyTorch {_torch()}\n"
    yield from _settings(found)


def _torch() -> str:
    """Return the version of the installed PyTorch, which is not imported."""
    try:
        return version("torch")
    except PackageNotFoundError:
        return "(not installed beside graphlint: add it)"


def _settings(found: ReducedProgram) -> Iterator[str]:
    assumptions = found.settings.assumptions
    needed = [] if assumptions.torch == NEWEST_TORCH else [f'target-torch = "{assumptions.torch}"']
    needed += [f'effects = {{ "{name}" = "{entry.effect.value}" }}' for name, entry in assumptions.effects]
    yield f"\n**Settings**: {', '.join(f'`{item}`' for item in needed) or 'none are needed'}\n"
