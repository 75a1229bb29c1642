"""The kind `check`: no text crashes the analysis, and the result depends on the text alone."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from fuzzing.input import Input
from fuzzing.problems import CONTROL, Problem
from fuzzing.session import ALL_RULES, DEFAULT, Session, difference, internal_errors, processes_for_small_files, summary
from graphlint.check.analysis_memory import AnalysisMemory
from graphlint.check.analyze import analyze
from graphlint.check.check_config import FixMode
from graphlint.check.file_result import FileResult
from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.config.settings import Settings
from graphlint.project.project import Project
from graphlint.source.parsers import Parser
from graphlint.source.source import LINE_END, Source

LONGEST_TITLE = 80
PRINTED_FINDING = re.compile(r"^file-\d+\.py:\d+:\d+: \w+ GL\d+", re.MULTILINE)
PRINTED_FORMATS = ("full", "concise", "github")


def run(item: Input, session: Session) -> Iterator[Problem]:
    """Check the files of an input, and once more in the way that its variant names."""
    chance = session.start(item)
    paths = sorted(name for name in item.files if name.endswith(".py"))
    if not paths:
        return
    settings = ALL_RULES if chance.random() < 0.3 else DEFAULT
    if item.variant == "reuse":
        yield from _reuse(item, session)
        return
    results = session.check(paths, settings)
    yield from internal_errors(results)
    for result in results:
        yield from invalid_places(result, item.files[result.path])
    second = VARIANTS.get(item.variant)
    if second is not None:
        yield from second(paths, settings, results, session, chance)


def invalid_places(result: FileResult, data: bytes) -> Iterator[Problem]:
    """Yield the diagnostics with a place outside the text, or with characters that change the terminal."""
    try:
        lines = LINE_END.split(Source.from_bytes(result.path, data).text)
    except GraphlintError:
        return
    for found in result.diagnostics:
        start, end = found.place.start, found.place.end
        inside = 1 <= start.row <= end.row <= len(lines) and start <= end and 1 <= start.column <= len(lines[start.row - 1]) + 1
        if not inside or end.column > len(lines[end.row - 1]) + 1:
            yield Problem("place outside the text", found.code, f"{start} {end} of {len(lines)} lines")
        texts = (found.message, *found.notes, found.help, *((found.fix.message,) if found.fix is not None else ()))
        if any(CONTROL.search(text) for text in texts):
            yield Problem("control character in a message", found.code, repr(texts))
        if found.fix is not None and len(found.fix.message) > LONGEST_TITLE:
            yield Problem("long title of a fix", found.code, found.fix.message)


Second = Callable[[list[str], Settings, list[FileResult], Session, random.Random], Iterator[Problem]]


def _twice(paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random) -> Iterator[Problem]:
    del chance
    yield from _differing("twice", results, session.check(paths, settings))


def _folder(paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random) -> Iterator[Problem]:
    """Compare files checked together with each checked alone: none imports another."""
    del chance
    alone = [result for path in paths for result in session.check([path], settings)]
    yield from _differing("alone and in a folder", alone, results)


def _processes(
    paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random
) -> Iterator[Problem]:
    """Compare one process with two, and another order of the files."""
    order = chance.sample(paths, len(paths))
    with processes_for_small_files():
        others = {result.path: result for result in session.check(order, settings, jobs=2)}
    yield from _differing("1 and 2 processes", results, [others[path] for path in paths])


def _cache(paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random) -> Iterator[Problem]:
    """Compare with a cold and a warm cache, and again after a change of one file."""
    for state in ("cold", "warm"):
        yield from _differing(f"without and with a {state} cache", results, session.check(paths, settings, cache="cache"))
    some = chance.sample(paths, max(1, len(paths) // 2))
    yield from _differing("some files from the cache", session.check(some, settings), session.check(some, settings, cache="cache"))
    changed = chance.choice(paths)
    session.write(changed, chance.choice((b"", b"import torch\n", (session.folder / chance.choice(paths)).read_bytes() + b"\n")))
    fresh = session.check(paths, settings)
    yield from _differing("a changed file", fresh, session.check(paths, settings, cache="cache"))


def _parsers(paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random) -> Iterator[Problem]:
    """Compare the parsers of Python and of libcst. The message of a syntax error is that of Python's in both cases."""
    del chance, settings, results
    yield from _differing("parsers", session.check(paths), session.check(paths, Settings(parser=Parser.LIBCST)))


def _hash_seed(
    paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random
) -> Iterator[Problem]:
    """Compare with a process in which sets have another order."""
    del chance
    from fuzzing.worker import WorkerProcess  # noqa: PLC0415  the worker runs this module

    if session.other is None:
        session.other = WorkerProcess(session.base / "other", hash_seed=7)
    files = {path: (session.folder / path).read_bytes() for path in paths}
    reply = session.other.ask(Input("summary", "all rules" if settings is ALL_RULES else "", files))
    yield from reply.problems
    if not reply.problems:
        assert isinstance(reply.result, tuple)
        found = difference("hash seeds", summary(results), reply.result)
        if found is not None:
            yield found


def summary_of(item: Input, session: Session) -> tuple[object, ...]:
    """Return the summary of a check, for another process."""
    session.start(item)
    return summary(session.check(sorted(item.files), ALL_RULES if item.variant else DEFAULT))


def _formats(paths: list[str], settings: Settings, results: list[FileResult], session: Session, chance: random.Random) -> Iterator[Problem]:
    """Read the output of the command in all formats: each has all findings."""
    del settings, results
    options = (*paths, "--isolated", "--no-cache", "--color", "never")
    wanted = session.check(paths, mode=FixMode.MARK)
    count = sum(len(result.diagnostics) for result in wanted)
    failed = any(result.failure is not None for result in wanted)
    for name in chance.sample(sorted(COUNTS), 3):
        output = session.command("check", *options, "--output-format", name)
        if output.status != (2 if failed else 1 if count else 0):
            yield Problem("exit status", name, f"{output.status} with {count} findings: {output.err[-500:]}")
        if name in PRINTED_FORMATS and CONTROL.search(output.out):
            yield Problem("control character in the output", name, repr(output.out))
        try:
            found = COUNTS[name](output.out)
        except (ValueError, LookupError, ET.ParseError) as error:
            yield Problem("invalid output", name, f"{error!r} in {output.out[-1_000:]}")
        else:
            if found != count:
                yield Problem("findings in the output", name, f"{found} of {count} in {output.out[-1_000:]}")


def _reuse(item: Input, session: Session) -> Iterator[Problem]:
    """Analyze successive versions of a file, with and without the results of the last one."""
    rules = tuple(rule() for rule in session.registry.rules if rule.default)
    project, memory = Project(), AnalysisMemory(lambda *_: session.counts.update(["reused runs"]))
    for name in sorted(item.files):
        source = Source("subject.py", item.files[name].decode("utf-8", "replace"))
        project.overlay(source.path, source.text)
        fresh_project = Project()
        fresh_project.overlay(source.path, source.text)
        session.before_operation()
        try:
            fresh = run_with_big_stack(partial(analyze, source, rules, None, fresh_project))
        except (SyntaxProblem, GraphlintError):
            continue
        reusing = run_with_big_stack(partial(analyze, source, rules, None, project, memory=memory))
        session.counts["findings"] += len(fresh.findings)
        if reusing != fresh:
            codes = sorted({found.code for found in {*fresh.findings} ^ {*reusing.findings}})
            yield Problem("differs: reused and new analysis", ", ".join(codes), f"{name}: {reusing.findings} {fresh.findings}")


def _differing(kind: str, one: list[FileResult], two: list[FileResult]) -> Iterator[Problem]:
    found = difference(kind, summary(one), summary(two))
    if found is not None:
        yield found
    yield from internal_errors(two)


def _count_junit(text: str) -> int:
    tree = ET.fromstring(text)
    return len(tree.findall(".//failure"))


def _count_commands(text: str) -> int:
    lines = text.splitlines()
    if not all(line.startswith("::") for line in lines):
        raise ValueError("a line that is not a workflow command")
    return len(lines)


COUNTS: Mapping[str, Callable[[str], int]] = {
    "json": lambda text: len(json.loads(text)),
    "json-lines": lambda text: sum(bool(json.loads(line)) for line in text.split("\n") if line),
    "sarif": lambda text: len(json.loads(text)["runs"][0]["results"]),
    "rdjson": lambda text: len(json.loads(text)["diagnostics"]),
    "gitlab": lambda text: len({entry["fingerprint"] for entry in json.loads(text)}),
    "junit": _count_junit,
    "github": _count_commands,
    "concise": lambda text: len(PRINTED_FINDING.findall(text)),
    "full": lambda text: len(PRINTED_FINDING.findall(text)),
}

VARIANTS: Mapping[str, Second] = {
    "twice": _twice,
    "folder": _folder,
    "processes": _processes,
    "cache": _cache,
    "parsers": _parsers,
    "hash seed": _hash_seed,
    "formats": _formats,
}
