"""Find text on which libcst would crash or take very long, without parsing it.

libcst's native parser recurses without a limit of its own, so deep nesting overflows the stack and ends the process. It copies the parts
of an expression at each level around them, and tries the patterns of a `case` again at each level: twice as long for each bracket.

Measured with libcst 1.9: 3,000 nested parentheses, 20,000 operators or 50,000 `elif` overflow a stack of 8 MB; 1,000 nested calls take 10
seconds; a mapping pattern nested 11 times takes longer than 10 seconds. Within the limits below, nesting adds at most about one second.
Even so, 100 nested calls need more than 512 KB of stack, and libcst's visitors and code generation about ten Python calls for each
level: call them in `run_with_big_stack`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

MAX_BRACKETS = 100
MAX_PATTERN_BRACKETS = 8
MAX_OPERATORS = 500
MAX_ELIFS = 500
FREE_DEPTH = 10
MAX_COPIED_TOKENS = 1_000_000


class Excess(Enum):
    """The limit that a text exceeds, in words for messages."""

    BRACKETS = f"more than {MAX_BRACKETS} nested brackets"
    PATTERN = f"more than {MAX_PATTERN_BRACKETS} nested brackets in a pattern"
    OPERATORS = f"more than {MAX_OPERATORS} operators in one expression"
    ELIFS = f"more than {MAX_ELIFS} `elif` in one `if`"
    SIZE = "a long expression in many nested brackets"


class ExceededLimit(NamedTuple):
    """The limit that a text exceeds, and the line (from 1) where it does."""

    excess: Excess
    line: int


def exceeds_parser_limits(text: str) -> ExceededLimit | None:
    """Return the first limit of libcst's parser that a text exceeds; None if libcst can parse it, or reject it, in bounded time and stack.

    The text need not be valid Python. The cost is about a tenth of the parse.

    Args:
        text: the source without byte order mark.
    """
    return _Scan(text).run()


NEWLINE = r"\r\n|\r|\n"
CODE = re.compile(
    rf"""[ \t\f]+ | \\(?:{NEWLINE}) | \#[^\r\n]*
    | (?P<newline>{NEWLINE})
    | (?P<prefix>\b[a-zA-Z]{{1,2}})?(?P<quote>\"\"\"|\'\'\'|\"|\')
    | (?P<number>\.?\d(?:[eE][-+]|[\w.])*)
    | (?P<word>\w+)
    | (?P<open>[(\[{{])
    | (?P<close>[)\]}}])
    | (?P<operator>\*\*|//|<<|>>|[<>=!]=|->|:=|[^\w\s])
    | .""",
    re.VERBOSE,
)
STRING_ENDS = {
    quote: re.compile(rf"(?:[^\\{quote}\r\n]|\\(?:\r\n|.))*{quote}" if len(quote) == 1 else rf"(?:[^\\]|\\.)*?{quote}", re.DOTALL)
    for quote in ("'", '"', "'''", '"""')
}
FIELD_OR_END = re.compile(r"\\N\{[^{}]*\}|\\[^{}]|\{\{|\}\}|(?P<mark>[{}]|'''|\"\"\"|'|\")|[^\\{}'\"]+|\\", re.DOTALL)
NESTING_WORDS = frozenset({"not", "await", "if", "else", "and", "or", "in", "is", "yield", "lambda", "for"})


@dataclass
class _Level:
    """An open bracket, f-string or replacement field. The outermost level is the statement."""

    quote: str = ""
    is_field: bool = False
    in_text: bool = False
    operators: int = 0
    lambdas: int = 0
    loops: int = 0
    """`lambda` before its colon and `for` before its `in`: a comma there separates parameters or targets, and what follows nests deeper."""


class _Scan:
    """One pass over a text, with a stack of levels."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.levels = [_Level()]
        self.operators = 0
        """Operators in the present element of all open levels."""
        self.copied = 0
        self.first_word: str | None = None
        self.after_string = False
        self.elifs: list[tuple[int, int]] = []
        """Columns of the enclosing `if` statements with the number of their `elif`, outer ones first."""
        self.line_start = 0

    def run(self) -> ExceededLimit | None:
        while self.position < len(self.text):
            excess = self._string_text() if self.levels[-1].in_text else self._code()
            if excess is not None:
                return ExceededLimit(excess, len(re.findall(NEWLINE, self.text[: self.position])) + 1)
        return None

    def _code(self) -> Excess | None:
        match = CODE.match(self.text, self.position)
        assert match is not None  # the pattern's last alternative, or a newline, matches any character
        self.position = match.end()
        kind = match.lastgroup
        if kind is None:
            return None
        if kind == "newline":
            if len(self.levels) == 1:
                self._reset(self.levels[0])
                self.first_word = None
                self.after_string = False
            self.line_start = self.position
            return None
        was_string, self.after_string = self.after_string, False
        excess = self._start_of_line(match) if self.first_word is None else None
        level = self.levels[-1]
        token = match.group(kind)
        if kind == "quote":
            if was_string:
                self._operator(level)
            self._open_string(token, (match["prefix"] or "").lower())
        elif kind == "open":
            self._operator(level)
            self.levels.append(_Level())
        elif kind == "close":
            self._close(token)
        elif kind == "word":
            self._word(token, level)
        elif kind == "operator":
            self._separator_or_operator(token, level)
        return excess or self._exceeded()

    def _start_of_line(self, match: re.Match[str]) -> Excess | None:
        """Note the first token of a logical line, and count `elif` of one chain: each nests in the one before."""
        self.first_word = match["word"] or ""
        column = match.start() - self.line_start
        while self.elifs and self.elifs[-1][0] > column:
            self.elifs.pop()
        count = 0
        if self.elifs and self.elifs[-1][0] == column:
            _, count = self.elifs.pop()
        if self.first_word == "elif":
            self.elifs.append((column, count + 1))
            return Excess.ELIFS if sum(number for _, number in self.elifs) > MAX_ELIFS else None
        return None

    def _word(self, token: str, level: _Level) -> None:
        if token == "lambda":
            level.lambdas += 1
        elif token == "for":
            level.loops += 1
        elif token == "in":
            level.loops = max(level.loops - 1, 0)
        if token in NESTING_WORDS:
            self._operator(level)

    def _separator_or_operator(self, token: str, level: _Level) -> None:
        if token in ",;":
            if not level.lambdas and not level.loops:
                self._reset(level)
        elif token == ":" and level.lambdas:
            level.lambdas -= 1
        elif level.is_field and token in (":", ":="):
            level.in_text = True  # the format specification, until the field's brace
        elif token != ":":
            self._operator(level)

    def _open_string(self, quote: str, prefix: str) -> None:
        if "f" in prefix or "t" in prefix:
            self.levels.append(_Level(quote=quote, in_text=True))
            return
        end = STRING_ENDS[quote].match(self.text, self.position)
        # An unterminated string is a syntax error for libcst's tokenizer, which does not recurse.
        self.position = end.end() if end else len(self.text)
        self.after_string = True

    def _string_text(self) -> Excess | None:
        """Read on in the text of an f-string or of a format specification, to the next field or the end."""
        match = FIELD_OR_END.match(self.text, self.position)
        assert match is not None  # some alternative matches any character
        self.position = match.end()
        mark = match["mark"]
        level = self.levels[-1]
        if mark == "{":
            self.levels.append(_Level(is_field=True))
        elif mark == "}" and level.is_field:
            self._pop()
        elif mark is not None and mark not in "{}":
            self._end_of_string(mark)
        return self._exceeded()

    def _end_of_string(self, mark: str) -> None:
        """End the innermost f-string if the quotes are its own. Three quotes may be the end of one and more."""
        quote = next((level.quote for level in reversed(self.levels) if level.quote), "")
        if not mark.startswith(quote):
            self.position -= len(mark) - 1
            return
        self.position -= len(mark) - len(quote)
        while not self.levels[-1].quote:
            self._pop()
        self._pop()
        self.after_string = True

    def _close(self, token: str) -> None:
        """Close a level. A bracket that closes nothing is a syntax error, as is one within an f-string that closes none of its own."""
        if len(self.levels) > 1 and not self.levels[-1].quote:
            was_field = self.levels[-1].is_field
            if not was_field or token == "}":
                self._pop()

    def _pop(self) -> None:
        self._reset(self.levels.pop())

    def _operator(self, level: _Level) -> None:
        level.operators += 1
        self.operators += 1

    def _reset(self, level: _Level) -> None:
        self.operators -= level.operators
        level.operators = level.lambdas = level.loops = 0

    def _exceeded(self) -> Excess | None:
        brackets = len(self.levels) - 1
        if brackets > MAX_BRACKETS:
            return Excess.BRACKETS
        if self.first_word == "case" and brackets > MAX_PATTERN_BRACKETS:
            return Excess.PATTERN
        if self.operators > MAX_OPERATORS:
            return Excess.OPERATORS
        self.copied += max(brackets + self.operators - FREE_DEPTH, 0)
        return Excess.SIZE if self.copied > MAX_COPIED_TOKENS else None
