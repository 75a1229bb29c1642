"""The kind `data`: whatever graphlint reads, the command ends with a result or an error that names the place."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from fuzzing.data_inputs import SETTINGS_FILES, vary_text
from fuzzing.input import STDIN, Input
from fuzzing.json_values import varied
from fuzzing.mutants import mutate_bytes
from fuzzing.problems import CONTROL, Problem, raised
from fuzzing.session import INTERNAL, Output, Session
from graphlint.check.cache.store import Store

STATUSES = (0, 1, 2)
JSON_FORMATS = ("json", "sarif", "gitlab", "rdjson")
CHANGING = frozenset(("--fix", "--add-noqa", "--write-baseline"))


def run(item: Input, session: Session) -> Iterator[Problem]:
    """Run the command of an input."""
    chance = session.start(item)
    prepare = PREPARATIONS.get(item.variant)
    expected = prepare(session, chance, item) if prepare is not None else None
    before = _contents(session)
    output = session.command(*item.words, stdin=item.files.get(STDIN, b""))
    yield from problems_of(output, item)
    if expected is not None and (output.status, output.out) != (expected.status, expected.out):
        yield Problem("forged cache is used", "", output.out)
    after = _contents(session)
    changed = {name for name in before if after.get(name) != before[name]}
    by_setting = any(b"fix" in data or b"baseline" in data for name, data in item.files.items() if name in SETTINGS_FILES)
    if changed and not by_setting and not CHANGING & set(item.words):
        yield Problem("file changed without request", ", ".join(sorted(changed)), " ".join(item.words))
    for name in sorted(changed & item.files.keys()):
        session.counts["files changed"] += 1
        compare = UNCHANGED_PARTS.get(Path(name).suffix)
        if compare is not None and not compare(before[name], after[name]):
            yield Problem("change of more than code", item.words[-1], after[name].decode("utf-8", "replace"))
        again = session.command(*item.words, stdin=item.files.get(STDIN, b""))
        yield from problems_of(again, item)
        if (session.folder / name).read_bytes() != after[name]:
            yield Problem(
                "change twice differs from once",
                " ".join(word for word in item.words if word.startswith("--")),
                after[name].decode("utf-8", "replace"),
            )


def problems_of(output: Output, item: Input) -> Iterator[Problem]:
    """Yield what no output may be."""
    if INTERNAL in output.err or "Traceback (most recent call last)" in output.err:
        yield raised(INTERNAL, output.err)
    if output.status not in STATUSES:
        yield Problem("exit status", str(output.status), output.err)
    if CONTROL.search(output.err):
        yield Problem("control character in an error", item.variant, repr(output.err))
    wanted = item.words[-1] if "--output-format" in item.words[-2:-1] else ""
    if wanted in JSON_FORMATS and output.status in (0, 1) and output.out.strip():
        try:
            json.loads(output.out)
        except ValueError as error:
            yield Problem("invalid output", wanted, f"{error} in {output.out[-1_000:]}")


def _contents(session: Session) -> dict[str, bytes]:
    """Return the contents of the files of the input, without the cache."""
    found = {path.relative_to(session.folder).as_posix(): path for path in session.folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if ".graphlint_cache" not in name and not name.startswith("cache/")}


def _change_baseline(session: Session, chance: random.Random, item: Input) -> None:
    """Write a baseline of the files, and change it."""
    names = [word for word in item.words if word.endswith(".py")]
    session.command("check", *names, "--isolated", "--no-cache", "--write-baseline", "base.json")
    data = (session.folder / "base.json").read_bytes()
    if chance.random() < 0.6:
        data = json.dumps(varied(json.loads(data), chance, lambda text: vary_text(text, chance))).encode("utf-8", "replace")
    if chance.random() < 0.5:
        data = mutate_bytes(data, chance)
    session.write("base.json", data)


def _change_cache(session: Session, chance: random.Random, item: Input) -> Output | None:
    """Write a cache, and change one of its files, with the right signature or without.

    Returns:
        The output without a cache, if the changed file has no valid signature and has to be ignored.
    """
    names = [word for word in item.words if word.endswith(".py")]
    for some in (names, names[:1]):
        session.command("check", *some, "--isolated", "--cache-dir", "cache")
    files = sorted(path for path in Path("cache").iterdir() if path.suffix == ".json") if Path("cache").is_dir() else []
    if not files:
        return None
    path = chance.choice(files)
    _, _, body = path.read_bytes().partition(b"\n")
    if chance.random() < 0.25:
        path.write_bytes(mutate_bytes(path.read_bytes(), chance) if chance.random() < 0.6 else chance.choice(files).read_bytes())
        return session.command("check", *names, "--isolated", "--no-cache", "--output-format", "json")
    try:
        record = json.loads(body)
    except ValueError:
        body = mutate_bytes(body, chance)
    else:
        body = json.dumps(varied(record, chance, lambda text: vary_text(text, chance))).encode("utf-8", "replace")
    store = Store("cache", path.name.partition("-")[0], "")
    # The store signs under the name of the file that it is for.
    store._path = path
    store.save_bytes(body)
    return None


def _same_notebook(before: bytes, after: bytes) -> bool:
    """Return True if two notebooks differ only in the sources of cells."""
    try:
        one, two = json.loads(before), json.loads(after)
        return (
            _without_sources(one) == _without_sources(two)
            and (before[-1:] == b"\n") == (after[-1:] == b"\n")
            and (b"\r\n" in before) == (b"\r\n" in after)
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return False


def _without_sources(book: Any) -> Any:
    return {**book, "cells": [{key: value for key, value in cell.items() if key != "source"} for cell in book["cells"]]}


def _still_parses(before: bytes, after: bytes) -> bool:
    return not _parses(before) or _parses(after)


def _parses(data: bytes) -> bool:
    try:
        ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


PREPARATIONS: Mapping[str, Callable[[Session, random.Random, Input], Output | None]] = {
    "baseline": _change_baseline,
    "cache": _change_cache,
}
UNCHANGED_PARTS: Mapping[str, Callable[[bytes, bytes], bool]] = {".ipynb": _same_notebook, ".py": _still_parses}
