"""What comes of checking a file, as reports tell it. Processes hand it over, and so does one run to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphlint.check.failure import Failure

if TYPE_CHECKING:
    from graphlint.check.diagnostic import Diagnostic
    from graphlint.check.file_analysis import Examined
    from graphlint.check.resolve_callers import Verdict
    from graphlint.fixes.applied import Applied


@dataclass(frozen=True, slots=True)
class Change:
    """A text without and with fixes: a file, or a cell of a notebook; `name` says which."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of one file. `analyzed` says whether it was more than searched for torch; where fixes were made or shown, `applied` tells
    which, `changes` what they changed, and `content` is the file with them, `before` as it was read. `silenced` counts the findings that
    new comments silence, and `gone` the known findings that are there no more. `examined` and `verdict` are what it was made from: as long
    as they are the same, so is the result."""

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    applied: tuple[Applied, ...] = ()
    changes: tuple[Change, ...] = ()
    content: bytes = b""
    before: bytes = b""
    silenced: int = 0
    gone: int = 0
    examined: Examined | None = None
    verdict: Verdict | None = None
