"""The words of a picture: its title, its text alternative, the separators and footnotes."""

from __future__ import annotations

from graphlint.pictures.clipping import clipped, width
from graphlint.pictures.record import Life, MarkKind, Row, Turn

LONGEST = 56


def title(life: Life) -> str:
    """Return the title of a picture: the finding."""
    finding = life.finding
    return f"{finding.code} {finding.path}:{finding.line}: {finding.message}".replace("`", "").lstrip()


def describe(life: Life) -> str:
    """Return the picture as sentences in the order of time, for readers who do not see it."""
    sentences = []
    for index, row in enumerate(life.rows):
        if row.missing:
            sentences.append(f"Before {_place(row)}: {row.missing.replace('`', '')}.")
        if text := caption(life, index):
            sentences.append(f"{_place(row)}: {text}.")
    return " ".join((*sentences, *(f"{note}." for note in footnotes(life))))


def draw_text(life: Life) -> str:
    """Return the picture as plain text: rows in the order of time, each with what happens."""
    numbers = max((len(str(row.line)) for row in life.rows), default=1)
    sources = [clipped(row.source, LONGEST, row.focus) for row in life.rows]
    code = max(map(width, sources), default=1)
    lines = [title(life), ""]
    for index, row in enumerate(life.rows):
        if words := separator(life, index):
            lines.append(f"{' ' * numbers} - {words} -")
        if row.missing:
            lines.append(f"{' ' * numbers} ! {row.missing.replace('`', '')}")
        mark = ">" if row.is_place else " "
        source = sources[index] + " " * (code - width(sources[index]))
        lines.append(f"{row.line:>{numbers}} {mark} {source}  {caption(life, index)}".rstrip())
    notes = [f"{' ' * numbers} = {note}" for note in footnotes(life)]
    return "\n".join((*lines, *notes)) + "\n"


def caption(life: Life, row: int) -> str:
    """Return what happens in a row: the names of lanes to which the same happens are listed, and an error is not explained twice."""
    marks = life.marks_of(row)
    if any(mark.kind is MarkKind.ERROR for mark in marks):
        marks = tuple(mark for mark in marks if mark.kind is not MarkKind.USED)
    names: dict[str, list[str]] = {}
    for mark in marks:
        name = f"`{life.lanes[mark.lane].name}`"
        names.setdefault(mark.text.replace(name, "{}"), []).append(name)
    texts = (template.replace("{}", " and ".join(dict.fromkeys(found))) for template, found in names.items())
    return "; ".join(texts).replace("`", "")


def separator(life: Life, index: int) -> str:
    """Return the words before a row whose function or iteration differs from the row before; empty if neither does."""
    row, before = life.rows[index], life.rows[index - 1] if index else None
    parts = []
    functions = {other.function for other in life.rows}
    if len(functions) > 1 and (before is None or before.function != row.function):
        parts.append(f"in {row.function}()" if row.function else "at the top level")
    changed = _changed(row.turns, before.turns if before is not None else ())
    if changed:
        parts.append(
            ", ".join(
                f"call {turn.number}" if turn.is_call else f"iteration {turn.number} of the loop on line {turn.line}" for turn in changed
            )
        )
    elif before is not None and len(before.turns) > len(row.turns) and not parts:
        parts.append(f"after the loop on line {before.turns[len(row.turns)].line}")
    return ", ".join(parts)


def footnotes(life: Life) -> list[str]:
    """Return the sentences below a picture: what becomes of its lanes, and what it leaves out."""
    notes = list(dict.fromkeys(lane.note.replace("`", "") for lane in life.lanes if lane.note))
    if life.bytes:
        notes.append(f"in this run: {life.bytes:,} bytes of saved tensors")
    if not all(mark.certain for mark in life.marks):
        notes.append("dashed: it may happen, the analysis cannot tell")
    folded = [f"{count} more {word}" for count, word in ((life.folded_rows, "statements"), (life.folded_lanes, "graphs")) if count]
    if folded:
        notes.append(f"not shown: {' and '.join(folded)}")
    if not life.complete:
        notes.append("the analysis stopped at its limit of steps: later statements are not known")
    return notes


def _place(row: Row) -> str:
    turn = f", iteration {row.turns[-1].number}" if row.turns and not row.turns[-1].is_call else ""
    cell = f"cell {row.cell}, " if row.cell is not None else ""
    return f"{cell}line {row.line}{turn}"


def _changed(turns: tuple[Turn, ...], before: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return the iterations from the first one that differs from those of the row before."""
    same = 0
    while same < min(len(turns), len(before)) and turns[same] == before[same]:
        same += 1
    return turns[same:]
