"""What a check works with: what a file holds, and what its analysis has come to. Processes hand these over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphlint.check.failure import Failure
from graphlint.check.resolve_callers import Judgement
from graphlint.common.errors import GraphlintError
from graphlint.project.dependencies import Dependencies
from graphlint.rule.base import Finding
from graphlint.source.open import read_source, text_source
from graphlint.source.regular_files import read_regular
from graphlint.source.source import Source


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds: its bytes, or the text that an editor holds in its place."""

    path: str
    data: bytes
    text: str | None = None

    @classmethod
    def read(cls, path: str, texts: Mapping[str, bytes | str] | None = None) -> Content:
        """What a file on the disk holds.

        Args:
            path: the file, as it is to be displayed.
            texts: what those files hold that are not to be read from the disk: bytes, or the text that an editor holds.

        Raises:
            GraphlintError: if it cannot be read.
        """
        given = (texts or {}).get(path)
        if given is not None:
            return cls.of_text(path, given) if isinstance(given, str) else cls(path, given)
        try:
            return cls(path, read_regular(path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise GraphlintError(f"{path}: cannot be read: {reason}; check the path and its permissions") from None

    @classmethod
    def of_text(cls, path: str, text: str) -> Content:
        """What an editor holds.

        Args:
            path: the file, as it is to be displayed.
            text: its text.
        """
        return cls(path, text.encode("utf-8", "replace"), text)

    def source(self) -> Source:
        """The source that it is.

        Raises:
            UnreadableSource: if it cannot be decoded.
        """
        return read_source(self.path, self.data) if self.text is None else text_source(self.path, self.text)


@dataclass(frozen=True, slots=True)
class Examined:
    """What the analysis of one file has come to; a process can hand it over, and it holds as long as what it rests on stays as it is.

    `problem` is GL000 where the file does not parse; `analyzed` says whether it was more than searched for torch; `suppresses` whether
    there may be suppressions in it.
    """

    path: str
    judgement: Judgement = field(default_factory=Judgement)
    problem: Finding | None = None
    failure: Failure | None = None
    notes: tuple[str, ...] = ()
    analyzed: bool = False
    size: int = 0
    suppresses: bool = False
    dependencies: Dependencies = field(default_factory=Dependencies)

    @property
    def tells(self) -> bool:
        """Whether there is something to report, of this file or of others, or something to suppress."""
        return bool(self.judgement.reported or self.suppresses or self.problem or self.failure)
