"""What the server and its workers say to each other. Everything here can be pickled, and nothing of it needs the engine to be read.

What comes by the thousand is a named tuple, read several times as fast as a dataclass: nobody gets an answer while the server reads.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from graphlint.autograd.events import Certainty
from graphlint.check.diagnostic import Diagnostic, PlacedEdit, PlacedFix
from graphlint.check.file_analysis import FileAnalysis
from graphlint.source.source import Position


@dataclass(frozen=True, slots=True)
class Rules:
    """What a client says about rules, beside the settings files; `folder` is the workspace folder that the program belongs to."""

    folder: str = ""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    configuration: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """What is checked as one: a text, or the cells of a notebook (those that hold no Python as None).

    `name` is the path of the file, or what it is called where there is none; `on_disk` says which.
    """

    name: str
    text: str
    cells: tuple[str | None, ...] | None = None
    on_disk: bool = True


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells a finding of a program from the others."""

    code: str
    row: int
    column: int
    cell: int | None = None

    @classmethod
    def of(cls, found: Diagnostic) -> Identity:
        """The identity of a diagnostic.

        Args:
            found: the diagnostic.
        """
        start = found.place.start
        return cls(found.code, start.row, start.column, start.cell)


@dataclass(frozen=True, slots=True)
class Survey:
    """What the analysis of a file has come to. `switching` are the names that it calls if it mentions what switches grad mode off:
    what they mean may be judged by that."""

    examined: FileAnalysis
    switching: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Context:
    """Through what a program is judged: what the analyses of those files have come to that call into it. `whole` says whether that is known
    of all files of its folder."""

    examined: tuple[FileAnalysis, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Check a program that is open, beside the files that call it; `examined` is what its analysis has come to, where that is known."""

    program: Program
    rules: Rules
    context: Context = Context()
    examined: FileAnalysis | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a program. `problem` is what is wrong with its settings; `failure` what kept it from being checked, `detail` a
    traceback where that was graphlint's own fault; `survey` is what its analysis has come to, None where there was none."""

    name: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: str = ""
    detail: str = ""
    problem: str = ""
    survey: Survey | None = None

    def rests_on(self, path: str) -> bool:
        """Whether the analysis has read a file, or looked for it in vain.

        Args:
            path: the file.
        """
        needs = self.survey.examined.dependencies if self.survey is not None else None
        return needs is not None and (path in needs.read or path in needs.missing)


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell what is known of the graphs in a program, and of its comments that silence findings."""

    program: Program
    rules: Rules


class Span(NamedTuple):
    """A span of a file."""

    path: str
    start: Position
    end: Position


class Keeper(NamedTuple):
    """What holds a graph when its iteration is over."""

    holder: str
    place: Span
    loop: Span


class Graph(NamedTuple):
    """The life of the graph that one place builds; see `lifelines.Built`."""

    place: Span
    what: str
    module: bool
    records: Certainty
    saves: tuple[str, ...] = ()
    saves_more: bool = False
    walked: tuple[Span, ...] = ()
    perhaps: tuple[Span, ...] = ()
    freed: tuple[Span, ...] = ()
    raises: tuple[Span, ...] = ()
    kept: tuple[Keeper, ...] = ()
    detached: tuple[Span, ...] = ()


class Walk(NamedTuple):
    """A backward: the places whose graphs it walks and frees."""

    place: Span
    call: str
    walks: tuple[Span, ...]
    frees: tuple[Span, ...]
    raises: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a program: its graphs, the names that hold them (each with the index of its graph), its backwards, what is kept,
    and the codes in comments that silence findings."""

    graphs: tuple[Graph, ...] = ()
    names: tuple[tuple[Span, int], ...] = ()
    walks: tuple[Walk, ...] = ()
    kept: tuple[Keeper, ...] = ()
    silencers: tuple[tuple[Span, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OfferFixes:
    """Find all fixes of some findings."""

    program: Program
    rules: Rules
    context: Context
    identities: tuple[Identity, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """The fixes of each finding that has any, the preferred one first."""

    fixes: tuple[tuple[Identity, tuple[PlacedFix, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class FixAll:
    """Make all safe fixes."""

    program: Program
    rules: Rules
    context: Context


@dataclass(frozen=True, slots=True)
class Silence:
    """Add a comment that silences a finding."""

    program: Program
    rules: Rules
    context: Context
    identity: Identity


@dataclass(frozen=True, slots=True)
class Edits:
    """Edits of a program, in order, which do not overlap; `message` says what they do."""

    message: str = ""
    edits: tuple[PlacedEdit, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadPages:
    """Give out the pages of all rules."""


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule's page in Markdown; `address` is where it can be read on the web, if anywhere."""

    code: str
    name: str
    summary: str
    markdown: str
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of all rules."""

    pages: tuple[RulePage, ...] = ()


@dataclass(frozen=True, slots=True)
class FindFiles:
    """Find the files of a workspace folder."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Files:
    """Files of a folder; `problem` is what is wrong with its settings, `codes` are those of all rules that any of them is checked by."""

    paths: tuple[str, ...] = ()
    problem: str = ""
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SurveyFiles:
    """Analyse files as they are on the disk."""

    paths: tuple[str, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class RecallFiles:
    """Tell what is remembered of the analyses of files as they are on the disk; those of which nothing is are left out."""

    files: tuple[str, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What the analyses of files have come to; `problems` say what is wrong with the settings of some."""

    surveys: tuple[Survey, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckFiles:
    """Check files as they are on the disk, beside all that call functions of them; `examined` is what their own analyses have come to."""

    examined: tuple[FileAnalysis, ...]
    rules: Rules
    context: Context


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """What came of files."""

    results: tuple[Checked, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """These files of a workspace folder are checked together from now on. It has no answer."""

    rules: Rules
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep for the next session what the analyses of files of a workspace folder have come to. It has no answer."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Changed:
    """Files have changed on the disk, or settings have: forget what was read. It has no answer."""

    paths: tuple[str, ...] = ()
    settings: bool = False


@dataclass(frozen=True, slots=True)
class Buffers:
    """Texts that are open have changed: these stand for the files, None for those that are closed. It has no answer."""

    contents: tuple[tuple[str, str | None], ...] = field(default=())


Request: TypeAlias = "Check | Tell | OfferFixes | FixAll | Silence | ReadPages | FindFiles | RecallFiles | SurveyFiles | CheckFiles"
Notice: TypeAlias = "Changed | Buffers | Together | Remember"
