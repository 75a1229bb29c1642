"""The input and the output of a file's analysis: its content and what was found. Worker processes exchange both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graphlint.check.failure import Failure
from graphlint.check.root_result import RootSummary
from graphlint.common.errors import GraphlintError
from graphlint.project.dependencies import INDEPENDENT, Dependencies
from graphlint.rule.base import Finding
from graphlint.rule.precedence import superseding
from graphlint.source.open import read_source, text_source
from graphlint.source.regular_files import read_regular
from graphlint.source.snippets.assumed import Assumed
from graphlint.source.source import Source

if TYPE_CHECKING:
    from graphlint.check.analyze import Analysis


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a file: its bytes on disk, or the text of an editor's buffer.

    `requested` says that the file was named, piped or opened, and not only found in a folder: it is parsed even if it does not name torch.
    A `snippet` lacks what surrounds it.
    """

    path: str
    data: bytes
    text: str | None = None
    requested: bool = False
    snippet: bool = False

    @classmethod
    def read(cls, path: str, texts: Mapping[str, bytes | str] | None = None, requested: bool = False) -> Content:
        """Read a file.

        Args:
            texts: contents that replace those on disk: bytes, or the text of an editor's buffer.

        Raises:
            GraphlintError: if it cannot be read.
        """
        override = (texts or {}).get(path)
        if override is not None:
            return cls.of_text(path, override, requested) if isinstance(override, str) else cls(path, override, requested=requested)
        try:
            return cls(path, read_regular(path), requested=requested)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise GraphlintError(f"{path}: cannot be read: {reason}; check the path and its permissions") from None

    @classmethod
    def of_text(cls, path: str, text: str, requested: bool = False) -> Content:
        return cls(path, text.encode("utf-8", "replace"), text, requested)

    def source(self) -> Source:
        if self.snippet:
            return read_source(self.path, self.data, snippet=True)
        return read_source(self.path, self.data) if self.text is None else text_source(self.path, self.text)


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding of a file's analysis. `entry` is the index of its root; `yields_to` are the findings of the same analysis that take
    precedence over it, as `superseding` returns them."""

    finding: Finding
    entry: int
    yields_to: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class FileAnalysis:
    """The analysis of one file. It can be pickled and cached, and it stays valid while `dependencies` are unchanged.

    `roots` are its runs and `findings` what they have found: the input of the resolution across files.
    `problem` is the GL000 finding of a file that does not parse. `analyzed` is false if the file was only searched for torch;
    `only_requested` says that it does not name torch, and was parsed because it was requested. `suppresses` says that the text may contain
    suppression comments. `assumed` is what is assumed for a snippet.
    """

    path: str
    roots: tuple[RootSummary, ...] = ()
    findings: tuple[ReportedFinding, ...] = ()
    problem: Finding | None = None
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    suppresses: bool = False
    dependencies: Dependencies = INDEPENDENT
    only_requested: bool = False
    assumed: Assumed | None = None

    @classmethod
    def of(cls, path: str, analysis: Analysis) -> FileAnalysis:
        """Return the roots of an analysis, and its findings, each with the index of its root."""
        found = [(index, item) for index, entry in enumerate(analysis.roots) for item in entry.findings]
        others = [item for _, item in found]
        findings = tuple(
            ReportedFinding(
                replace(item, causes=frozenset(), parts=()) if item.causes or item.parts else item,
                index,
                superseding(item, others) if item.yields_to else (),
            )
            for index, item in found
        )
        return cls(path, tuple(entry.root for entry in analysis.roots), findings, notes=analysis.notes, analyzed=True)

    @classmethod
    def of_unrelated(cls, path: str, size: int) -> FileAnalysis:
        """Return the analysis of a file that was searched for torch in vain."""
        return cls(path, size=size)

    @property
    def is_unrelated(self) -> bool:
        """True if the file was searched for torch in vain; nothing but its size is known of it."""
        return not self.analyzed and self.failure is None

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Of an unrelated file, as most of a large tree are, a pickle holds the path and the size; all else is shared when it is read."""
        return (FileAnalysis.of_unrelated, (self.path, self.size)) if self.is_unrelated else object.__reduce_ex__(self, protocol)

    @property
    def has_output(self) -> bool:
        """True if the file may contribute a diagnostic, to itself or to another file."""
        return bool(self.findings or self.suppresses or self.problem or self.failure)
