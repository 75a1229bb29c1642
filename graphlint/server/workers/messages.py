"""Messages between the server and its workers.

A request names its answer type as a parameter: `Check(Request[CheckResult])`; `engine` registers one handler for each. Every message can be
pickled and is read without importing the engine. Records sent by the thousand are named tuples, which unpickle several times as fast as
dataclasses: the server cannot answer the client while it unpickles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from graphlint.check.diagnostic import Diagnostic, PlacedEdit, PlacedFix
from graphlint.check.file_analysis import FileAnalysis
from graphlint.common.errors import GraphlintError, SettingsError, SettingsPlace
from graphlint.server.file_stamp import FileStamp
from graphlint.source.source import Position

Answer = TypeVar("Answer")


class Message(Generic[Answer]):
    """Base class of everything sent to a worker; the parameter is the type of the answer."""

    __slots__ = ()


class Request(Message[Answer]):
    """A message with an answer."""

    __slots__ = ()


class Notice(Message[None]):
    """A message without an answer, sent to every worker."""

    __slots__ = ()


# Records shared by several messages.


@dataclass(frozen=True, slots=True)
class FolderConfig:
    """Rule settings that the client sends for a workspace folder; they take precedence over settings files.

    `folder` is the folder's path, empty for programs outside of all folders.
    """

    folder: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    configuration: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to check: a text, or the cells of a notebook (None for a cell without Python code).

    `name` is the path of the file, or a display name if there is none; `on_disk` tells the two apart.
    """

    name: str
    text: str
    cells: tuple[str | None, ...] | None = None
    on_disk: bool = True


@dataclass(frozen=True, slots=True)
class Identity:
    """Key of a finding within a program."""

    code: str
    row: int
    column: int
    cell: int | None = None

    @classmethod
    def of(cls, diagnostic: Diagnostic) -> Identity:
        """Return the key of a diagnostic."""
        start = diagnostic.place.start
        return cls(diagnostic.code, start.row, start.column, start.cell)


@dataclass(frozen=True, slots=True)
class Analysis:
    """Analysis of one file.

    `grad_mode_calls` are the names that the file calls if it mentions an API that turns grad mode off: findings in the functions of these
    names depend on it.
    """

    file_analysis: FileAnalysis
    grad_mode_calls: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Context:
    """Analyses of the direct and indirect callers of a program; `is_complete` if every file of the folder was analyzed."""

    callers: tuple[FileAnalysis, ...] = ()
    is_complete: bool = False


class Span(NamedTuple):
    """A span of a file; `end` is exclusive. `function` is the qualified name of the function around it, empty if that is not known."""

    path: str
    start: Position
    end: Position
    function: str = ""


@dataclass(frozen=True, slots=True)
class Edits:
    """Edits of a program, in order and without overlap; `message` is their title."""

    message: str = ""
    edits: tuple[PlacedEdit, ...] = ()


# Check an open program.


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """An error in settings, with its places in settings files and the stamps of these files when they were read."""

    message: str
    places: tuple[tuple[SettingsPlace, FileStamp | None], ...] = ()

    @classmethod
    def of(cls, error: GraphlintError) -> SettingsProblem:
        places = error.places if isinstance(error, SettingsError) else ()
        return cls(str(error), tuple((place, FileStamp.of(place.path)) for place in places))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of checking one program.

    `problem` is an error in its settings, `failure` the reason why it could not be checked, `detail` the traceback of an internal error.
    `analysis` is None if the program was not analyzed.
    """

    name: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: str = ""
    detail: str = ""
    problem: SettingsProblem | None = None
    analysis: Analysis | None = None

    @property
    def parses(self) -> bool:
        """False if the program was analyzed, and its text does not parse."""
        return self.analysis is None or self.analysis.file_analysis.problem is None

    @property
    def was_analyzed(self) -> bool:
        """False if an internal error has ended the analysis of the program."""
        return not self.failure or (self.analysis is not None and self.analysis.file_analysis.failure is None)

    @property
    def is_complete(self) -> bool:
        """False if the program does not parse, or could not be checked."""
        return self.parses and (not self.failure or bool(self.diagnostics))

    def depends_on(self, path: str) -> bool:
        """Return whether the analysis read a file, or looked for it without success."""
        dependencies = self.analysis.file_analysis.dependencies if self.analysis is not None else None
        return dependencies is not None and (path in dependencies.files or path in dependencies.missing)


@dataclass(frozen=True, slots=True)
class Check(Request[CheckResult]):
    """Check an open program in the context of its callers; `examined` is its own analysis if that is still valid."""

    program: Program
    config: FolderConfig
    context: Context = Context()
    file_analysis: FileAnalysis | None = None


# Fix an open program.


@dataclass(frozen=True, slots=True)
class Fixes:
    """Fixes by finding, the preferred fix first; a finding without fixes is left out.

    `refused` are the findings without fixes whose code is nested too deeply to be rewritten.
    """

    fixes: tuple[tuple[Identity, tuple[PlacedFix, ...]], ...] = ()
    refused: frozenset[Identity] = frozenset()


@dataclass(frozen=True, slots=True)
class FindFixes(Request[Fixes]):
    """Find all fixes of the given findings."""

    program: Program
    config: FolderConfig
    context: Context
    identities: tuple[Identity, ...]


@dataclass(frozen=True, slots=True)
class FixAll(Request[Edits]):
    """Apply all safe fixes."""

    program: Program
    config: FolderConfig
    context: Context


@dataclass(frozen=True, slots=True)
class AddNoqa(Request[Edits]):
    """Add a comment that suppresses a finding."""

    program: Program
    config: FolderConfig
    context: Context
    identity: Identity


# Draw the graph of a finding.


@dataclass(frozen=True, slots=True)
class Drawing:
    """The picture of a finding, as plain `text` and as `svg`, whose rows link to their places in `places` by `#INDEX`. `style` is a style
    sheet for it. Without a picture, all are empty."""

    title: str = ""
    text: str = ""
    svg: str = ""
    style: str = ""
    places: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawGraph(Request[Drawing]):
    """Draw the lifetime of the graph of a finding."""

    program: Program
    config: FolderConfig
    context: Context
    identity: Identity


# Read the rule pages.


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule's page in Markdown; `address` is its URL, if it has one. `is_drawn` states that its findings have pictures."""

    code: str
    name: str
    summary: str
    markdown: str
    address: str | None = None
    is_drawn: bool = False


@dataclass(frozen=True, slots=True)
class RulePages:
    """Pages of all rules, and the problems in loading those of other distributions."""

    pages: tuple[RulePage, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRulePages(Request[RulePages]):
    """Read the pages of all rules."""


# Explain a traceback.


@dataclass(frozen=True, slots=True)
class TracebackExplanation:
    """The explanation of a traceback; `problem` is the reason why there is none.

    `json` is the JSON object of the command, `page` the JSON object of the page for people, `markdown` this page as Markdown.
    """

    json: str = ""
    page: str = ""
    markdown: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ExplainTraceback(Request[TracebackExplanation]):
    """Explain a traceback with the sources of a folder."""

    text: str
    folder: str


# Analyze and check the files of a workspace folder.


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """Files of a folder; `problem` is an error in its settings, `codes` are the rules enabled for at least one file."""

    paths: tuple[str, ...] = ()
    problem: SettingsProblem | None = None
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindFiles(Request[FolderFiles]):
    """Find the files of a workspace folder."""

    config: FolderConfig


@dataclass(frozen=True, slots=True)
class AnalyzedFiles:
    """Analyses of files; `problems` are errors in the settings of some of them."""

    analyses: tuple[Analysis, ...] = ()
    problems: tuple[SettingsProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class AnalyzeFiles(Request[AnalyzedFiles]):
    """Analyze files as they are on disk."""

    paths: tuple[str, ...]
    config: FolderConfig


@dataclass(frozen=True, slots=True)
class LoadAnalyses(Request[AnalyzedFiles]):
    """Load the analyses of files from the cache; files without a valid entry are left out of the answer."""

    files: tuple[str, ...]
    config: FolderConfig


@dataclass(frozen=True, slots=True)
class CheckResults:
    """Results of checking several files."""

    results: tuple[CheckResult, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckFiles(Request[CheckResults]):
    """Check analyzed files as they are on disk, in the context of all their callers."""

    file_analysis: tuple[FileAnalysis, ...]
    config: FolderConfig
    context: Context


# Notices.


@dataclass(frozen=True, slots=True)
class SetFolderFiles(Notice):
    """Check these files of a workspace folder as one project from now on."""

    config: FolderConfig
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SaveAnalyses(Notice):
    """Write the analyses of a workspace folder to the cache."""

    config: FolderConfig


@dataclass(frozen=True, slots=True)
class FilesChanged(Notice):
    """Discard what was read from these files; with `settings`, discard all settings as well."""

    paths: tuple[str, ...] = ()
    settings: bool = False


@dataclass(frozen=True, slots=True)
class SetOverlays(Notice):
    """Use the text of open documents in place of their files; None for a document that was closed."""

    contents: tuple[tuple[str, str | None], ...] = ()
