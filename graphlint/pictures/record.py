"""The record of a picture, `graph/1`: rows in the order of time, lanes, and marks on both. docs/pictures.md describes its JSON form."""

from __future__ import annotations

import enum
from dataclasses import dataclass

FORMAT = "graph/1"


class LaneKind(enum.Enum):
    """The subject of a lane."""

    GRAPH = "graph"
    GRADIENTS = "gradients"


class MarkKind(enum.Enum):
    """The event that happens to the graph or the gradients of a lane in a row."""

    BUILT = "built"
    USED = "used"
    FREED = "freed"
    RETAINED = "retained"
    MODIFIED = "modified"
    ERROR = "error"
    KEPT = "kept"
    DETACHED = "detached"
    MODE = "mode"
    FILLED = "filled"
    STEPPED = "stepped"
    RESET = "reset"


class End(enum.Enum):
    """The state of a lane after its last mark."""

    DONE = "done"
    """Nothing more: it was freed, used or reset."""
    ALIVE = "alive"
    """It stays in memory."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The iteration of a loop in which a row is executed: the line of the loop, and the number of the iteration, from 1.

    `is_call` states that no loop of the program repeats the code, but a framework that calls the function.
    """

    line: int
    number: int
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A statement as it is executed once: its lines, its source on one line, and the iterations of the loops around it, outermost first.

    `function` is the function that contains it, empty for module code. `is_place` states that the finding names it, or that it carries the
    finding's graph into the next iteration. `focus` is the part of the source that the marks are about, `missing` says what does not happen
    before the statement; both may be empty.
    """

    path: str
    line: int
    end_line: int
    function: str
    source: str
    turns: tuple[Turn, ...]
    is_place: bool = False
    cell: int | None = None
    focus: str = ""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    """A graph, or the gradients of some parameters: its name in the program, the iteration that built it if there are several."""

    kind: LaneKind
    name: str
    turn: int | None
    end: End
    note: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """An event of a lane, by the indices of its row and its lane; `text` says what happens. `certain` is False if it only may happen."""

    row: int
    lane: int
    kind: MarkKind
    text: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Cycle:
    """Two lanes that keep each other alive from a row on, by their indices."""

    row: int
    lanes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a picture: its code and name, its text, its file and line."""

    code: str
    name: str
    message: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Life:
    """The lifetime of the graphs of one finding.

    `folded_rows` and `folded_lanes` count what is left out for space; `complete` is False if the analysis was cut off. `from_run` states
    that a run of the program, not an analysis, has shown it; `bytes` is what that run retained.
    """

    finding: Finding
    rows: tuple[Row, ...]
    lanes: tuple[Lane, ...]
    marks: tuple[Mark, ...]
    folded_rows: int = 0
    folded_lanes: int = 0
    complete: bool = True
    from_run: bool = False
    bytes: int | None = None
    cycles: tuple[Cycle, ...] = ()

    def marks_of(self, row: int) -> tuple[Mark, ...]:
        """Return the marks in a row, from left to right."""
        return tuple(mark for mark in self.marks if mark.row == row)

    def to_json(self) -> dict[str, object]:
        """Return the record as an object that JSON can hold."""
        finding = self.finding
        return {
            "code": finding.code,
            "name": finding.name,
            "message": finding.message,
            "path": finding.path,
            "line": finding.line,
            "rows": [_row(row) for row in self.rows],
            "lanes": [
                {"kind": lane.kind.value, "name": lane.name, "iteration": lane.turn, "end": lane.end.value, "note": lane.note}
                for lane in self.lanes
            ],
            "marks": [
                {"row": mark.row, "lane": mark.lane, "kind": mark.kind.value, "text": mark.text, "certain": mark.certain}
                for mark in self.marks
            ],
            "cycles": [{"row": cycle.row, "lanes": list(cycle.lanes)} for cycle in self.cycles],
            "folded_rows": self.folded_rows,
            "folded_lanes": self.folded_lanes,
            "complete": self.complete,
            "from_run": self.from_run,
            "bytes": self.bytes,
        }


def _row(row: Row) -> dict[str, object]:
    return {
        "path": row.path,
        "cell": row.cell,
        "line": row.line,
        "end_line": row.end_line,
        "function": row.function,
        "source": row.source,
        "focus": row.focus,
        "missing": row.missing,
        "iterations": [{"line": turn.line, "number": turn.number, "of_call": turn.is_call} for turn in row.turns],
        "is_place": row.is_place,
    }
