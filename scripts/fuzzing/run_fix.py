"""The kind `fix`: a fix removes its finding, causes none, and leaves all other text as it is."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence

from fuzzing.input import Input
from fuzzing.problems import Problem
from fuzzing.session import Session, internal_errors
from graphlint.check.check_config import FixMode
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.file_result import FileResult
from graphlint.common.errors import UnreadableSource
from graphlint.rule.fix import Applicability
from graphlint.source.source import LINE_END, Source

MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
FIXES_TO_TRY = 3
"""Each costs a check, and most files with many findings have them for one reason."""


def run(item: Input, session: Session) -> Iterator[Problem]:
    """Apply the fixes of each file: one by one, the safe ones, and all."""
    chance = session.start(item)
    paths = sorted(name for name in item.files if name.endswith(".py"))
    results = session.check(paths)
    yield from internal_errors(results)
    fixable = [result for result in results if any(found.fix is not None for found in result.diagnostics)]
    if not fixable:
        return
    session.counts["inputs with fixes"] += 1
    uncovering: set[str] = set()
    for safe in (True, False):
        yield from _all(paths, results, item, session, safe, uncovering)
    if len(paths) == 1:
        offered = [found for found in results[0].diagnostics if _can_be_applied(found)]
        for found in chance.sample(offered, min(len(offered), FIXES_TO_TRY)):
            yield from _single(found, results[0], item, session, found.fix is not None and found.fix.message in uncovering)


def _single(found: Diagnostic, before: FileResult, item: Input, session: Session, uncovers: bool) -> Iterator[Problem]:
    """Apply one offered fix as an editor does.

    Args:
        uncovers: findings that an error has hidden may appear.
    """
    path, data = before.path, item.files[before.path]
    assert found.fix is not None
    source = Source.from_bytes(path, data)
    changed = source.text
    for edit in reversed(found.fix.edits):
        start, end = (_offset(source.text, position) for position in (edit.start, edit.end))
        changed = changed[:start] + edit.text + changed[end:]
    session.counts["fixes applied"] += 1
    if changed == source.text:
        yield Problem("fix without an effect", found.code, found.fix.message)
        return
    if _parses(source.text) and not _parses(changed):
        yield Problem("fix that does not parse", found.code, changed)
        return
    try:
        new_data = Source(path, changed).encoded(data)
    except UnreadableSource:
        return
    results = session.check([path], mode=FixMode.NONE, contents={path: new_data})
    yield from internal_errors(results)
    old, new = _codes([before]), _codes(results)
    if new[found.code] >= old[found.code]:
        yield Problem("finding remains after its fix", found.code, changed)
    if new - old and not uncovers:
        yield Problem("fix causes a finding", f"{found.code} causes {', '.join(sorted(new - old))}", changed)


def _all(
    paths: Sequence[str], before: Sequence[FileResult], item: Input, session: Session, safe: bool, uncovering: set[str]
) -> Iterator[Problem]:
    """Apply all fixes to the files, twice, and check the result.

    Args:
        uncovering: receives the titles of the fixes after which findings may appear that an error has hidden.
    """
    for path in paths:
        session.write(path, item.files[path])
    results = session.check(paths, mode=FixMode.MAKE, safe=safe)
    yield from internal_errors(results)
    after = {path: (session.folder / path).read_bytes() for path in paths}
    changed = [result for result in results if result.applied]
    if sorted(result.path for result in changed) != sorted(path for path in paths if after[path] != item.files[path]):
        yield Problem("changed files are not those reported", "", f"{[result.path for result in changed]}")
    if not changed:
        return
    session.counts["files fixed"] += len(changed)
    uncovering.update(applied.message for result in changed for applied in result.applied if applied.uncovers)
    for result in changed:
        yield from _kept(result, item.files[result.path], after[result.path])
    again = session.check(paths, mode=FixMode.NONE)
    yield from internal_errors(again)
    if not any(applied.uncovers for result in changed for applied in result.applied):
        caused = _codes(again) - _codes(before)
        if caused:
            fixed = sorted({applied.code for result in changed for applied in result.applied})
            yield Problem("fixes cause a finding", f"{', '.join(fixed)} cause {', '.join(sorted(caused))}", _shown(after))
    twice = session.check(paths, mode=FixMode.MAKE, safe=safe)
    if any(result.applied for result in twice) or any((session.folder / path).read_bytes() != after[path] for path in paths):
        applied = sorted({applied.code for result in twice for applied in result.applied})
        yield Problem(f"{'safe' if safe else 'all'} fixes twice differ from once", ", ".join(applied), _shown(after))


def _kept(result: FileResult, old: bytes, new: bytes) -> Iterator[Problem]:
    """Yield what fixes have changed besides code: the encoding, line ends, comments, and the lines without edits."""
    codes = ", ".join(sorted({applied.code for applied in result.applied}))
    before, after = Source.from_bytes(result.path, old).text, Source.from_bytes(result.path, new).text
    if _parses(before) and not _parses(after):
        yield Problem("fixed file that does not parse", codes, after)
    if any(old.startswith(mark) != new.startswith(mark) for mark in MARKS):
        yield Problem("fix changes the byte order mark", codes, f"{old[:9]!r} {new[:9]!r}")
    if set(LINE_END.findall(after)) - set(LINE_END.findall(before)):
        yield Problem("fix changes line ends", codes, repr(after))
    if before[-1:] != after[-1:] and "\n" in (before[-1:], after[-1:]):
        yield Problem("fix changes the end of the file", codes, f"{before[-20:]!r} {after[-20:]!r}")
    rows = _lines_in_common(before.split("\n"), after.split("\n"))
    if rows != _lines_in_common(old.split(b"\n"), new.split(b"\n")):
        yield Problem("fix changes other bytes", codes, f"lines in common at the start and the end of the text: {rows}")
    rows_before, rows_after = _rows_of_code(before), _rows_of_code(after)
    remaining = Counter(comment for _, comment in _comments(after))
    for code, comment in _comments(before):
        # The comment on a statement that a fix deletes is deleted with it.
        deleted = code and rows_after[code] < rows_before[code]
        if not remaining[comment] and not deleted and _parses(after):
            yield Problem("fix loses a comment", codes, f"{comment}\n{after}")
        remaining[comment] -= 1


def _lines_in_common(one: Sequence[object], two: Sequence[object]) -> tuple[int, int]:
    """Return the number of equal lines at the start and at the end."""
    limit = min(len(one), len(two))
    start = next((index for index in range(limit) if one[index] != two[index]), limit)
    end = next((index for index in range(limit) if one[-1 - index] != two[-1 - index]), limit)
    return start, end


def _can_be_applied(found: Diagnostic) -> bool:
    return found.fix is not None and found.fix.applicability is not Applicability.DISPLAY and bool(found.fix.edits)


def _offset(text: str, position: tuple[int, int, int | None]) -> int:
    """Return the offset of a row and a column."""
    row, column, _ = position
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    return starts[row - 1] + column - 1


def _codes(results: Sequence[FileResult]) -> Counter[str]:
    return Counter(found.code for result in results for found in result.diagnostics)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _comments(text: str) -> list[tuple[str, str]]:
    """Return the comments of a text with the code before them, as far as it can be split into tokens."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    return [(_code_of(token.line[: token.start[1]]), token.string) for token in tokens if token.type == tokenize.COMMENT]


def _rows_of_code(text: str) -> Counter[str]:
    return Counter(map(_code_of, text.splitlines()))


def _code_of(line: str) -> str:
    return line.partition("#")[0].strip()


def _shown(files: dict[str, bytes]) -> str:
    return "\n".join(data.decode("utf-8", "replace") for data in files.values())
