"""Comments that silence findings, found by Python's tokenizer: `# noqa: GL101`, `# graphlint: ignore[double-backward]`.

loss.backward()  # noqa: GL101            the findings of this line, or of the statement or string that ends on it
# graphlint: ignore[double-backward]      those of the next statement, where it stands on a line of its own
# graphlint: ignore-file[GL2]             those of the file, where it stands unindented on a line of its own
"""

from __future__ import annotations

import enum
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphlint.source.source import Source

# Searched for before anything is tokenized.
HINT = re.compile(r"noqa|graphlint:", re.IGNORECASE)
NOQA = re.compile(r"#\s*(?P<word>noqa)\b(?![-\w])(?P<list>\s*:)?", re.IGNORECASE)
IGNORE = re.compile(r"#\s*graphlint:\s*(?P<word>[\w-]*)\s*(?P<list>\[(?P<codes>[^\]#]*)\])?")
CODE = re.compile(r"[A-Za-z]+[0-9]+\Z")
WORD = re.compile(r"[\s,]*(?P<word>[A-Za-z][\w-]*)(?=[\s,#]|$)")
LISTED = re.compile(r"[^\s,]+")
INSIGNIFICANT = frozenset((tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING))


class Reach(enum.Enum):
    """Which findings a comment speaks of."""

    LINE = "line"
    NEXT = "next"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Word:
    """A code or a name in a comment, and the columns of its first character and of that behind its last."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment, or the part of one, that silences findings.

    `words` are the codes and names in it, None where it speaks of all rules. It stands in `row` from column `start` to `end` (in
    characters, from 0), inside of the comment from `comment_start` to `comment_end`; `rows` are the first and the last row that it speaks
    of, both None for the file. `garbled` says that it cannot be understood. `foreign` says that other linters read it too.
    """

    row: int
    start: int
    end: int
    comment_start: int
    comment_end: int
    words: tuple[Word, ...] | None
    reach: Reach
    rows: tuple[int, int] = (0, 0)
    garbled: bool = False
    foreign: bool = False

    def covers(self, row: int) -> bool:
        """Whether it speaks of the findings that begin in a row.

        Args:
            row: the row.
        """
        return self.reach is Reach.FILE or self.rows[0] <= row <= self.rows[1]


@dataclass
class Layout:
    """What the tokens of a file say of its lines: the comments, the rows of each statement's lines, and those that lie in strings.

    `statements` maps each row to the first and last row of the logical line it belongs to, `strings` each row that ends inside of a string
    to the row in which that string ends, and `string_starts` the other way round. `following` has for each comment on its own line the rows
    of what it stands above.
    """

    comments: list[tokenize.TokenInfo] = field(default_factory=list)
    statements: dict[int, tuple[int, int]] = field(default_factory=dict)
    strings: dict[int, int] = field(default_factory=dict)
    string_starts: dict[int, int] = field(default_factory=dict)
    own_line: set[int] = field(default_factory=set)
    following: dict[int, tuple[int, int]] = field(default_factory=dict)


def suppressions(source: Source, names: Mapping[str, str]) -> list[Suppression]:
    """The suppressions in a file, in order.

    Args:
        source: the file.
        names: the code of each rule by its name.
    """
    if not HINT.search(source.text):
        return []
    layout = layout_of(source)
    return [item for comment in layout.comments if HINT.search(comment.string) for item in _in_comment(comment, layout, names)]


def layout_of(source: Source) -> Layout:
    """The lines of a file as its tokens divide them; of one that does not parse, as far as its tokens can be told.

    Args:
        source: the file.
    """
    layout = Layout()
    started: list[int] = []
    first: int | None = None
    waiting: list[int] = []
    above: list[int] = []
    decorated = False
    for token in _tokens(source):
        kind = tokenize.tok_name[token.type]
        row, last = token.start[0], token.end[0]
        if token.type == tokenize.COMMENT:
            layout.comments.append(token)
            if not token.line[: token.start[1]].strip():
                layout.own_line.add(row)
                waiting.append(row)
            continue
        if kind in ("FSTRING_START", "TSTRING_START"):
            started.append(row)
        elif kind in ("FSTRING_END", "TSTRING_END"):
            row = started.pop()
        if token.type == tokenize.STRING or kind in ("FSTRING_END", "TSTRING_END"):
            layout.strings.update(dict.fromkeys(range(row, last), last))
            if row < last:
                layout.string_starts[last] = min(row, layout.string_starts.get(last, row))
        if token.type == tokenize.NEWLINE:
            begun = first if first is not None else row
            layout.statements.update(dict.fromkeys(range(begun, row + 1), (begun, row)))
            # What stands above a decorator speaks of what it decorates, too.
            if not decorated:
                layout.following.update({comment: (layout.following[comment][0], row) for comment in above})
                above.clear()
            first = None
        elif token.type not in INSIGNIFICANT and kind != "ENDMARKER":
            if first is None:
                first, decorated = row, token.string == "@"
                layout.following.update(dict.fromkeys(waiting, (row, row)))
                above += waiting
            else:
                # A comment inside of a statement speaks of the row below it.
                layout.following.update(dict.fromkeys(waiting, (row, row)))
            waiting.clear()
    return layout


def _tokens(source: Source) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a file, up to what is none."""
    # The tokenizer is given the lines as this file counts them: io's own splitting may not know a lone carriage return.
    text = io.StringIO("\n".join(source.lines))
    try:
        yield from tokenize.generate_tokens(text.readline)
    except (tokenize.TokenError, SyntaxError):
        return


def _in_comment(comment: tokenize.TokenInfo, layout: Layout, names: Mapping[str, str]) -> Iterator[Suppression]:
    """The suppressions in one comment."""
    row, column = comment.start
    text = comment.string
    statement = layout.statements.get(row, (row, row))
    # The last row of a statement or a string speaks for all of it.
    line = statement if statement[1] == row else (row, row)
    line = (min(line[0], layout.string_starts.get(row, row)), row)
    if row in layout.own_line:
        line = (row, row)
    place = (column, column + len(text))
    for found in NOQA.finditer(text):
        words, end = _words_behind(text, found.end(), names) if found["list"] else (None, found.end())
        if words is None or words:
            yield Suppression(row, column + found.start(), column + end, *place, _shifted(words, column), Reach.LINE, line, foreign=True)
    for found in IGNORE.finditer(text):
        reach = Reach.FILE if found["word"] == "ignore-file" else Reach.NEXT if row in layout.own_line else Reach.LINE
        rows = layout.following.get(row, (0, -1)) if reach is Reach.NEXT else line
        words = _words_in(found) if found["list"] else None
        behind = text[found.end() :]
        garbled = (
            found["word"] not in ("ignore", "ignore-file") or words == () or behind.lstrip().startswith("[") or behind[:1].isalnum()
        ) or (reach is Reach.FILE and (row not in layout.own_line or column > 0))
        yield Suppression(row, column + found.start(), column + found.end(), *place, _shifted(words, column), reach, rows, garbled=garbled)


def _words_behind(text: str, start: int, names: Mapping[str, str]) -> tuple[tuple[Word, ...], int]:
    """The codes and names behind a colon, up to what is neither, and where the last of them ends."""
    words: list[Word] = []
    end = start
    while (found := WORD.match(text, end)) is not None:
        word = found["word"]
        if not CODE.match(word) and word.casefold() not in names:
            break
        words.append(Word(word, found.start("word"), found.end()))
        end = found.end()
    return tuple(words), end


def _words_in(found: re.Match[str]) -> tuple[Word, ...]:
    """The words in brackets."""
    inner = found["codes"]
    return tuple(
        Word(item.group(), found.start("codes") + item.start(), found.start("codes") + item.end()) for item in LISTED.finditer(inner)
    )


def _shifted(words: Sequence[Word] | None, column: int) -> tuple[Word, ...] | None:
    """Words with their columns in the line, not in the comment."""
    return None if words is None else tuple(Word(word.text, word.start + column, word.end + column) for word in words)
