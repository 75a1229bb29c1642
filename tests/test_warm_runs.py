"""A run in which nothing has changed since the last one: told at once, as that one told it, and never when something has changed."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from support import Offer, Outcome, Run

from graphlint.check.cache import file_contents
from graphlint.check.cache.file_contents import FileContents, Stamp
from graphlint.check.cache.store import Store
from graphlint.common.system import HAS_CHANGE_TIME
from graphlint.report import FORMATS
from graphlint.source import regular_files

BAD = """import torch

x = torch.ones(2, requires_grad=True)
x.exp().sum().backward(retain_graph=True)
"""
GOOD = BAD.replace("retain_graph=True", "retain_graph=None")
CALLER = """import torch
from helpers.ending import finish

x = torch.ones(2, requires_grad=True)
loss = x.exp().sum()
finish(loss)
finish(loss)
"""
WALKING = "def finish(loss):\n    loss.backward()\n"
DETACHING = "def finish(loss):\n    loss.detach()  \n"
CODE = re.compile(r"GL\d{3}")


class Checks:
    """Checks of one project."""

    def __init__(self, run: Run, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._run, self.folder, self._patch = run, folder, patch

    def __call__(self, *arguments: str) -> Outcome:
        return self._run("--isolated", "--jobs", "1", *(arguments or (".", "--output-format", "concise")))

    def codes(self, *arguments: str) -> list[str]:
        """The codes that a check finds."""
        return CODE.findall(self(*arguments).out)

    def looked_one_by_one(self, *arguments: str) -> bool:
        """Whether a check has to look at what is known of each file, as the last run does not hold as a whole."""
        from graphlint.check import check_files  # noqa: PLC0415

        before, seen = check_files.check_files, []

        def noted(*given: Any) -> Any:
            seen.append(given)
            return before(*given)

        with self._patch.context() as patch:
            patch.setattr(check_files, "check_files", noted)
            self(*arguments)
        return bool(seen)

    def read(self, *arguments: str) -> list[str]:
        """The files whose content a check reads to learn whether they have changed."""
        before, seen = regular_files.read_with_state, []

        def noted(path: str) -> tuple[bytes, os.stat_result]:
            seen.append(Path(path).name)
            return before(path)

        with self._patch.context() as patch:
            patch.setattr(file_contents, "read_with_state", noted)
            self(*arguments)
        return sorted(seen)


@pytest.fixture
def check(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Checks:
    """Checks, by a user of his own, of two files of which one imports a third."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))
    (project / "bad.py").write_text(BAD)
    (project / "caller.py").write_text(CALLER)
    (project / "helpers").mkdir()
    (project / "helpers" / "ending.py").write_text(WALKING)
    return Checks(run, project, monkeypatch)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files that were made just now be old enough to be known by their stamps."""
    monkeypatch.setattr(file_contents, "MIN_AGE", -(10**18))


needs_change_times = pytest.mark.skipif(not HAS_CHANGE_TIME, reason="the system does not note when a file was changed")


def restore(path: Path, text: str) -> None:
    """Give a file another content, of the same size and with the same time."""
    before = path.stat()
    assert len(text) == before.st_size
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_run_in_which_nothing_has_changed_looks_at_no_result(check: Checks) -> None:
    """All of it comes from the run before."""
    assert check.looked_one_by_one()
    assert not check.looked_one_by_one()


@needs_change_times
@pytest.mark.usefixtures("settled")
def test_what_nobody_has_touched_is_not_read(check: Checks) -> None:
    """The disk says so."""
    check()
    assert check.read() == []


@needs_change_times
@pytest.mark.usefixtures("settled")
def test_a_file_that_was_touched_is_read_once(check: Checks) -> None:
    """It holds what it held; from then on it is known by its new times."""
    cold = check()
    os.utime(check.folder / "bad.py", (1, 1))
    assert check.read() == ["bad.py"]
    assert check.read() == []
    assert not check.looked_one_by_one()
    assert check() == cold


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize(("name", "text", "left"), [("bad.py", GOOD, ["GL101"]), ("helpers/ending.py", DETACHING, ["GL201"])])
def test_a_change_shows_whatever_its_time_says(check: Checks, name: str, text: str, left: list[str]) -> None:
    """Size and time of the file are put back; when it was changed nobody can put back."""
    assert sorted(check.codes()) == ["GL101", "GL201"]
    restore(check.folder / name, text)
    assert check.codes() == left
    assert check.codes() == left


def test_a_file_that_was_just_written_is_not_known_by_its_times(check: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk with coarse times the next change leaves the same ones; so does one that lies in the future."""
    for when in (time.time_ns(), time.time_ns() + 10**15):
        (check.folder / "bad.py").write_text(BAD)
        with monkeypatch.context() as patch:
            patch.setattr(file_contents, "stamp_of_state", lambda _, when=when: Stamp(108, when, when, 1))
            assert "GL201" in check.codes()
            (check.folder / "bad.py").write_text(GOOD)
            assert "GL201" not in check.codes()


@needs_change_times
def test_only_what_was_left_alone_for_a_while_is_known_by_its_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its content was changed, or only its name or rights were."""
    path = tmp_path / "a.py"
    path.write_text("")
    now = time.time_ns()
    for modified, changed, known in ((now - 10**10, now - 10**10, True), (now, now - 10**10, False), (now - 10**10, now, False)):
        stamp = Stamp(0, modified, changed, 1)
        monkeypatch.setattr(file_contents, "stamp_of_state", lambda _, stamp=stamp: stamp)
        found = FileContents().state(str(path))
        assert found is not None
        assert (found.stamp is not None) == known


@pytest.mark.usefixtures("settled")
def test_a_module_that_was_looked_for_in_vain_may_come(check: Checks) -> None:
    """As a file where a folder was missing, or with that folder."""
    (check.folder / "helpers" / "ending.py").unlink()
    (check.folder / "helpers").rmdir()
    assert check.codes() == ["GL201"]
    assert not check.looked_one_by_one()
    (check.folder / "helpers").mkdir()
    assert check.codes() == ["GL201"]
    (check.folder / "helpers" / "ending.py").write_text(WALKING)
    assert check.codes() == ["GL201", "GL101"]


@pytest.mark.parametrize("landmark", ["inner/__init__.py", "inner/pyproject.toml", "pyproject.toml"])
def test_what_tells_where_imports_start_is_part_of_what_a_run_rests_on(check: Checks, landmark: str) -> None:
    """A folder that becomes a package, or a project, holds the same files; what they import are others."""
    inner = check.folder / "inner"
    (inner / "helpers").mkdir(parents=True)
    (inner / "caller.py").write_text(CALLER)
    (inner / "helpers" / "ending.py").write_text(DETACHING)
    (inner / "deep").mkdir()
    (inner / "deep" / "caller.py").write_text(CALLER)
    told = ("inner", "--output-format", "concise")
    for step in range(2):
        for _ in range(2):
            assert check(*told) == check(*told, "--no-cache")
        if step == 0:
            (check.folder / landmark).write_text("")
            assert check.looked_one_by_one(*told)
        else:
            (check.folder / landmark).unlink()
            assert check(*told) == check(*told, "--no-cache")


@pytest.mark.usefixtures("settled")
def test_what_is_imported_counts_also_where_nobody_asked_for_it(check: Checks) -> None:
    """A finding may stand in a file because of what another holds."""
    (check.folder / "caller.py").write_text(CALLER.replace("finish(loss)\nfinish(loss)", "finish(loss)\nloss.backward()"))
    only = ("caller.py", "--output-format", "concise")
    assert check.codes(*only) == ["GL101"]
    assert not check.looked_one_by_one(*only)
    (check.folder / "helpers" / "ending.py").write_text(DETACHING)
    assert check.codes(*only) == []
    (check.folder / "helpers" / "ending.py").unlink()
    assert check.codes(*only) == []


def test_more_files_or_fewer_are_another_run(check: Checks) -> None:
    """And each is told as if there had been no other."""
    whole = check()
    (check.folder / "more.py").write_text(BAD)
    assert check.codes() == ["GL201", "GL101", "GL201"]
    (check.folder / "more.py").unlink()
    assert check() == whole
    assert check.codes("bad.py", "--output-format", "concise") == ["GL201"]
    assert check.codes("bad.py", "caller.py", "--output-format", "concise") == check.codes(
        "caller.py", "bad.py", "--output-format", "concise"
    )
    assert check() == whole


def test_other_settings_are_another_run(check: Checks) -> None:
    """Whatever of them changes what is told."""
    whole = check()
    told = ("--output-format", "concise")
    assert check.codes(".", "--ignore", "GL201", *told) == ["GL101"]
    assert check.codes(".", "--per-file-ignores", "bad.py:GL2", *told) == ["GL101"]
    assert check.codes(".", "--config", "per-file-ignores = {'helpers/*' = ['GL1']}", *told) == ["GL201"]
    assert check() == whole
    graded = ("--config", "severity = {GL201 = 'error'}", ".", "--output-format", "json")
    assert [found["severity"] for found in check(*graded).json] == ["error", "error"]
    assert [found["severity"] for found in check(".", "--output-format", "json").json] != ["error", "error"]


def test_a_wrong_selector_is_told_wherever_it_stands(check: Checks, run: Run) -> None:
    """Also by a run whose files have not changed: that the last one refused nothing does not count for other settings."""
    arguments = ("helpers", "--jobs", "1", "--output-format", "concise")
    (check.folder / "helpers" / "graphlint.toml").write_text("")
    (check.folder / "graphlint.toml").write_text('select = ["GL2"]')
    assert run(*arguments) == run(*arguments)
    (check.folder / "graphlint.toml").write_text('select = ["GL2", "GL999"]')
    for _ in range(2):
        refused = run(*arguments)
        assert (refused.status, "graphlint.toml: select: unknown rule 'GL999'" in refused.err) == (2, True)
        refused = run(*arguments, "--show-files")
        assert (refused.status, refused.out) == (2, "")
    (check.folder / "graphlint.toml").unlink()
    assert run(*arguments).status == 0
    assert run(*arguments, "--ignore", "GL998").status == 2


def test_rules_of_others_are_part_of_what_a_run_rests_on(check: Checks, offer: Offer, tmp_path: Path) -> None:
    """Those that come, and those whose module has another content."""
    check()
    offer("rules_of_others")
    module = tmp_path / "installed" / "rules_of_others.py"
    module.write_text(
        "from graphlint.rule.base import Rule, Severity\n"
        "class Theirs(Rule):\n"
        "    'Flags nothing.'\n"
        "    code, name, severity = 'XY101', 'theirs', Severity.INFO\n"
        "    def check(self, run):\n"
        "        yield from ()\n"
    )
    assert check.looked_one_by_one()
    assert not check.looked_one_by_one()
    os.utime(module, (1, 1))
    assert not check.looked_one_by_one()
    module.write_text(module.read_text().replace("Flags", "Flogs"))
    assert check.looked_one_by_one()


def test_known_findings_are_part_of_what_a_run_rests_on(check: Checks) -> None:
    """Of the same files other findings are told when other findings are known."""
    check(".", "--write-baseline", "known.json")
    known = (".", "--baseline", "known.json", "--output-format", "concise")
    assert check.codes(*known) == []
    assert not check.looked_one_by_one(*known)
    (check.folder / "bad.py").write_text(GOOD)
    cold = check(*known)
    assert "1 baseline entry no longer matches a finding" in cold.err
    assert not check.looked_one_by_one(*known)
    assert check(*known) == cold
    (check.folder / "known.json").write_text('{"version": 1, "findings": []}')
    assert check.codes(*known) == ["GL101"]


@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format_is_the_same_byte_for_byte(check: Checks, output_format: str) -> None:
    """Whether results are found, taken over one by one, or all at once; the exit status too. Pictures are drawn from an analysis."""
    arguments = (".", "--output-format", output_format)
    cold = check(*arguments, "--no-cache")
    assert cold.status == 1
    assert [check(*arguments) for _ in range(3)] == [cold] * 3
    assert check.looked_one_by_one(*arguments) is (output_format == "html")


@pytest.mark.parametrize("option", ["--statistics", "--verbose", "--quiet", "--exit-zero"])
def test_what_is_told_beside_the_report_is_the_same(check: Checks, option: str) -> None:
    """Notes and counts too; only where the time went is another matter."""

    def told() -> list[str]:
        outcome = check(".", option)
        return [
            str(outcome.status),
            outcome.out,
            *(line for line in outcome.err.splitlines() if line.startswith("note: ") and "CPU" not in line),
        ]

    cold = told()
    assert told() == cold
    assert any("3 analyzed" in line for line in cold) == (option == "--verbose")


def test_a_run_that_changes_files_is_not_remembered_as_a_whole(check: Checks) -> None:
    """What it found is there no more when it ends."""
    check(".", "--fix")
    assert not list(check.folder.rglob("snapshot-*"))
    assert "retain_graph" not in (check.folder / "bad.py").read_text()
    assert check.codes() == ["GL101"]
    assert check.codes() == ["GL101"]


def test_what_cannot_be_checked_is_not_tried_again(check: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before it has changed, or a file that it rests on: bytes that are no text stay so, and a fault of graphlint is one every time."""
    from graphlint.check import analyze, analyze_file  # noqa: PLC0415  replaced in this test only

    before, tried = analyze.analyze, []

    def failing(source: Any, *rest: Any, **named: Any) -> Any:
        found = before(source, *rest, **named)
        tried.append(source.path)
        if source.path == "caller.py":
            raise KeyError(55)
        return found

    monkeypatch.setattr(analyze_file, "analyze", failing)
    (check.folder / "odd.py").write_bytes(b"import torch\nx = '\xff'\n")
    cold = check(".", "--verbose", "--output-format", "concise", "--no-cache")
    assert "KeyError: 55" in cold.err
    assert "odd.py" in cold.err
    assert cold.status == 2
    first, second = (check(".", "--verbose") for _ in range(2))
    assert not check.looked_one_by_one(".", "--verbose")
    assert first.status == second.status == 2
    assert first.err.partition("CPU")[0].rpartition("\n")[0] == second.err.partition("CPU")[0].rpartition("\n")[0]
    next(check.folder.rglob("snapshot-*")).unlink()
    tried.clear()
    assert check().status == 2
    assert tried == []
    (check.folder / "helpers" / "ending.py").write_text(DETACHING)
    assert check().status == 2
    assert tried == ["caller.py"]


def test_a_module_that_does_not_parse_is_part_of_what_a_result_rests_on(check: Checks) -> None:
    """What comes of a file that takes all names from it hangs on its being broken."""
    (check.folder / "caller.py").write_text(CALLER.replace("import finish", "import *"))
    (check.folder / "helpers" / "ending.py").write_text("import torch\nx = (\n")
    assert "GL000" in check.codes()
    (check.folder / "helpers" / "ending.py").write_text(WALKING)
    assert check() == check("--no-cache", ".", "--output-format", "concise")
    assert "GL000" not in check.codes()


@pytest.mark.parametrize("error", [OSError("disk"), MemoryError()])
def test_what_could_not_be_checked_by_chance_is_tried_again(check: Checks, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The next time it may go well."""
    from graphlint.check import analyze_file  # noqa: PLC0415

    def failing(*_: Any, **_named: Any) -> Any:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(analyze_file, "analyze", failing)
        assert check().status == 2
    assert sorted(check.codes()) == ["GL101", "GL201"]


def test_standard_input_is_not_remembered(check: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no file."""
    import io  # noqa: PLC0415

    for text, found in ((BAD, ["GL201"]), (GOOD, [])):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert check.codes("-", "--stdin-filename", "bad.py", "--output-format", "concise") == found
    assert not list(check.folder.rglob("snapshot-*"))


@pytest.mark.parametrize("column", range(12))
@pytest.mark.parametrize("value", [None, 1, [None], [[None]], [-1], [True]])
def test_a_record_is_whole_or_ignored(check: Checks, monkeypatch: pytest.MonkeyPatch, column: int, value: object) -> None:
    """Also one that is signed: another version may have written it."""
    cold = check()
    load, spoilt = Store.load, []

    def spoil(store: Store) -> object:
        found: Any = load(store)
        if isinstance(found, list):
            spoilt.append(found[column])
            return [*found[:column], value, *found[column + 1 :]]
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Store, "load", spoil)
        assert check.looked_one_by_one()
        assert check() == cold
    assert spoilt


@pytest.mark.parametrize("column", [4, 5, 6, 9, 11])
def test_columns_of_a_record_that_do_not_go_together_are_ignored(check: Checks, monkeypatch: pytest.MonkeyPatch, column: int) -> None:
    """Each speaks of all files, or all folders."""
    check()
    load = Store.load

    def shorten(store: Store) -> object:
        found: Any = load(store)
        return [*found[:column], found[column][:-1], *found[column + 1 :]] if isinstance(found, list) else found

    monkeypatch.setattr(Store, "load", shorten)
    assert check.looked_one_by_one()
