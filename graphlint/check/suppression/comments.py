"""Comments that suppress findings, found by Python's tokenizer: `# noqa: GL101`, `# graphlint: ignore[double-backward]`.

loss.backward()  # noqa: GL101            suppresses in the statement of its line, or in the string that ends there
# graphlint: ignore[double-backward]      on a line of its own: suppresses in the next statement
# graphlint: ignore-file[GL2]             unindented on a line of its own: suppresses in the file
"""

from __future__ import annotations

import enum
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphlint.source.source import Source

# Searched before the file is tokenized.
HINT = re.compile(r"noqa|graphlint:", re.IGNORECASE)
NOQA = re.compile(r"#\s*(?P<word>noqa)\b(?![-\w])(?P<list>\s*:)?", re.IGNORECASE)
IGNORE = re.compile(r"#\s*graphlint:\s*(?P<word>[\w-]*)\s*(?P<list>\[(?P<codes>[^\]#]*)\])?")
CODE = re.compile(r"[A-Za-z]+[0-9]+\Z")
WORD = re.compile(r"[\s,]*(?P<word>[A-Za-z][\w-]*)(?=[\s,#]|$)")
LISTED = re.compile(r"[^\s,]+")
INSIGNIFICANT = frozenset((tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING))


class Scope(enum.Enum):
    """The range of lines to which a suppression applies."""

    LINE = "line"
    NEXT = "next"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Word:
    """A code or a name in a comment, with its start and end columns."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment, or a part of one, that suppresses findings.

    `words` are its codes and names, None if it applies to all rules. It is in `row` from column `start` to `end` (in characters, from 0),
    within the comment from `comment_start` to `comment_end`. `rows` are the first and the last row to which it applies, unused for
    `Scope.FILE`. A `malformed` suppression cannot be understood. `is_noqa` marks the syntax that other linters read, too.
    """

    row: int
    start: int
    end: int
    comment_start: int
    comment_end: int
    words: tuple[Word, ...] | None
    scope: Scope
    rows: tuple[int, int] = (0, 0)
    malformed: bool = False
    is_noqa: bool = False


@dataclass
class Layout:
    """The comments, statements and strings of a file, by row.

    `statements` maps each row to the first and last row of its logical line. `strings` maps each row that ends inside a string to the
    string's last row, `string_starts` the last row to the first. `following` maps each comment on its own line to the rows of the statement
    below it.
    """

    comments: list[tokenize.TokenInfo] = field(default_factory=list)
    statements: dict[int, tuple[int, int]] = field(default_factory=dict)
    strings: dict[int, int] = field(default_factory=dict)
    string_starts: dict[int, int] = field(default_factory=dict)
    own_line: set[int] = field(default_factory=set)
    following: dict[int, tuple[int, int]] = field(default_factory=dict)


def may_suppress(text: str) -> bool:
    """Return True if a text may contain a comment that suppresses findings; a tenth of the time of a search for `HINT`."""
    lowered = text.lower()
    return "noqa" in lowered or "graphlint:" in lowered


def suppressions(source: Source, names: Mapping[str, str]) -> list[Suppression]:
    """Return the suppressions in a file, in order.

    Args:
        names: the code of each rule by its name.
    """
    if not may_suppress(source.text):
        return []
    layout = layout_of(source)
    return [
        suppression for comment in layout.comments if HINT.search(comment.string) for suppression in _in_comment(comment, layout, names)
    ]


def layout_of(source: Source) -> Layout:
    """Tokenize a file and return its layout. A file that does not parse is covered up to the first token error."""
    layout = Layout()
    open_fstrings: list[int] = []
    first: int | None = None
    pending: list[int] = []
    above: list[int] = []
    decorated = False
    for token in _tokens(source):
        kind = tokenize.tok_name[token.type]
        row, last = token.start[0], token.end[0]
        if token.type == tokenize.COMMENT:
            layout.comments.append(token)
            if not token.line[: token.start[1]].strip():
                layout.own_line.add(row)
                pending.append(row)
            continue
        if kind in ("FSTRING_START", "TSTRING_START"):
            open_fstrings.append(row)
        elif kind in ("FSTRING_END", "TSTRING_END"):
            row = open_fstrings.pop()
        if token.type == tokenize.STRING or kind in ("FSTRING_END", "TSTRING_END"):
            layout.strings.update(dict.fromkeys(range(row, last), last))
            if row < last:
                layout.string_starts[last] = min(row, layout.string_starts.get(last, row))
        if token.type == tokenize.NEWLINE:
            start = first if first is not None else row
            layout.statements.update(dict.fromkeys(range(start, row + 1), (start, row)))
            # A comment above a decorator applies to the decorated statement, too.
            if not decorated:
                layout.following.update({comment: (layout.following[comment][0], row) for comment in above})
                above.clear()
            first = None
        elif token.type not in INSIGNIFICANT and kind != "ENDMARKER":
            if first is None:
                first, decorated = row, token.string == "@"
                layout.following.update(dict.fromkeys(pending, (row, row)))
                above += pending
            else:
                # A comment inside a statement applies to the row below it.
                layout.following.update(dict.fromkeys(pending, (row, row)))
            pending.clear()
    return layout


def _tokens(source: Source) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens up to the first error."""
    # Pass the lines as `Source` counts them: io does not split at a lone carriage return.
    text = io.StringIO("\n".join(source.lines))
    try:
        yield from tokenize.generate_tokens(text.readline)
    except (tokenize.TokenError, SyntaxError):
        return


def _in_comment(comment: tokenize.TokenInfo, layout: Layout, names: Mapping[str, str]) -> Iterator[Suppression]:
    """Yield the suppressions in one comment."""
    row, column = comment.start
    text = comment.string
    # A formatter may move a comment to any row of its statement.
    line = layout.statements.get(row, (row, row))
    line = (min(line[0], layout.string_starts.get(row, row)), line[1])
    if row in layout.own_line:
        line = (row, row)
    place = (column, column + len(text))
    for match in NOQA.finditer(text):
        words, end = _words_after(text, match.end(), names) if match["list"] else (None, match.end())
        if words is None or words:
            start = column + match.start()
            yield Suppression(
                row, start, column + end, *place, words=_shift_columns(words, column), scope=Scope.LINE, rows=line, is_noqa=True
            )
    for match in IGNORE.finditer(text):
        scope = Scope.FILE if match["word"] == "ignore-file" else Scope.NEXT if row in layout.own_line else Scope.LINE
        rows = layout.following.get(row, (0, -1)) if scope is Scope.NEXT else line
        words = _bracketed_words(match) if match["list"] else None
        after = text[match.end() :]
        malformed = (
            match["word"] not in ("ignore", "ignore-file") or words == () or after.lstrip().startswith("[") or after[:1].isalnum()
        ) or (scope is Scope.FILE and (row not in layout.own_line or column > 0))
        start, end = column + match.start(), column + match.end()
        yield Suppression(row, start, end, *place, words=_shift_columns(words, column), scope=scope, rows=rows, malformed=malformed)


def _words_after(text: str, start: int, names: Mapping[str, str]) -> tuple[tuple[Word, ...], int]:
    """Parse the codes and names after a colon; return them with the column after the last one."""
    words: list[Word] = []
    end = start
    while (match := WORD.match(text, end)) is not None:
        word = match["word"]
        if not CODE.match(word) and word.casefold() not in names:
            break
        words.append(Word(word, match.start("word"), match.end()))
        end = match.end()
    return tuple(words), end


def _bracketed_words(match: re.Match[str]) -> tuple[Word, ...]:
    inner = match["codes"]
    return tuple(
        Word(item.group(), match.start("codes") + item.start(), match.start("codes") + item.end()) for item in LISTED.finditer(inner)
    )


def _shift_columns(words: Sequence[Word] | None, column: int) -> tuple[Word, ...] | None:
    """Convert columns in the comment to columns in the line."""
    return None if words is None else tuple(Word(word.text, word.start + column, word.end + column) for word in words)


# A group that covers more rows is not listed under each of them: a file has few such statements.
MOST_LISTED_ROWS = 64


class RowGroups:
    """Groups of suppressions: those in a group cover the same rows.

    `of` holds the group of each suppression.
    """

    def __init__(self, suppressions: Sequence[Suppression]) -> None:
        numbers: dict[tuple[int, int] | None, int] = {}
        self.of = [
            numbers.setdefault(None if suppression.scope is Scope.FILE else suppression.rows, len(numbers)) for suppression in suppressions
        ]
        self._of_file = [numbers[None]] if None in numbers else []
        self._by_row: dict[int, list[int]] = defaultdict(list)
        self._long: list[tuple[int, int, int]] = []
        for rows, group in numbers.items():
            if rows is None:
                continue
            first, last = rows
            if last - first < MOST_LISTED_ROWS:
                for row in range(first, last + 1):
                    self._by_row[row].append(group)
            else:
                self._long.append((first, last, group))

    def covering(self, row: int) -> list[int]:
        """Return the groups that apply to findings that begin in a row."""
        return [*self._of_file, *self._by_row.get(row, ()), *(group for first, last, group in self._long if first <= row <= last)]
