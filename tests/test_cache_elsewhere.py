"""A cache that was made in another folder, by another installation, on another machine: believed with the same key, and never wrong."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import Outcome, Run

import graphlint
from graphlint.check.cache import identity
from graphlint.check.cache.location import Location
from graphlint.common.secret_variables import CACHE_KEY

SECRET = "a secret of sixteen characters or more"
HELPER = "def finish(loss):\n    loss.backward()\n"
CALLER = """import torch
from helper import finish
import not_there

x = torch.ones(2, requires_grad=True)
loss = x.exp().sum()
finish(loss)
finish(loss)
"""
ONCE_MORE = CALLER.replace("finish(loss)\nfinish(loss)", "finish(loss)\nloss.backward()")
HARMLESS = "def finish(loss):\n    return loss.item()\n"


def files_of(folder: Path, helper: str = HELPER) -> Path:
    (folder / "pkg").mkdir(parents=True)
    (folder / "helper.py").write_text(helper)
    (folder / "caller.py").write_text(CALLER)
    (folder / "pkg" / "__init__.py").write_text("")
    (folder / "pkg" / "inner.py").write_text(CALLER.replace("helper", "..helper"))
    (folder / "pyproject.toml").write_text('[tool.graphlint]\nsrc = ["pkg"]\nper-file-ignores = { "pkg/*.py" = ["GL201"] }\n')
    return folder


class Machine:
    """A user with a home of his own, who has the secret or not."""

    def __init__(self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self._run, self._monkeypatch = home, run, monkeypatch

    def check(self, folder: Path, *options: str, secret: str = SECRET) -> tuple[Outcome, list[str]]:
        """Check a folder. Return what is told, and the files that are analyzed again."""
        from graphlint.check import evaluate  # noqa: PLC0415

        seen: list[str] = []
        before = evaluate.analyze_with_config

        def noted(content: object, *rest: object) -> object:
            seen.append(content.path)  # type: ignore[attr-defined]
            return before(content, *rest)  # type: ignore[arg-type]

        with self._monkeypatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(self.home))
            patch.setenv("LOCALAPPDATA", str(self.home))
            patch.setenv(CACHE_KEY, secret)
            patch.setattr(evaluate, "analyze_with_config", noted)
            patch.chdir(folder)
            told = self._run(".", "--output-format", "json", "--jobs", "1", *options)
        return told, sorted(seen)


@pytest.fixture
def machine(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Machine]:
    return lambda name: Machine(tmp_path / f"home of {name}", run, monkeypatch)


def without_paths(outcome: Outcome, folder: Path) -> Outcome:
    return Outcome(outcome.status, outcome.out.replace(str(folder), ""), outcome.err.replace(str(folder), ""))


def restored(made: Path, folder: Path, helper: str = HELPER) -> Path:
    """Check out the files again, and restore the cache."""
    files_of(folder, helper)
    shutil.copytree(made / ".graphlint_cache", folder / ".graphlint_cache")
    return folder


def forget_the_run(folder: Path) -> None:
    for path in (folder / ".graphlint_cache").glob("snapshot-*.json"):
        path.unlink()


@pytest.mark.parametrize("whole", [True, False])
def test_a_restored_cache_saves_every_analysis(machine: Callable[[str], Machine], tmp_path: Path, whole: bool) -> None:
    """In a folder that is deeper, of another name, for another user: from the record of the run, and from those of the files."""
    made = files_of(tmp_path / "here")
    cold, analyzed = machine("one").check(made)
    assert len(analyzed) == 4
    assert [found["code"] for found in cold.json] == ["GL101"]
    there = restored(made, tmp_path / "build" / "of" / "somebody")
    if not whole:
        forget_the_run(there)
    told, analyzed = machine("two").check(there)
    assert analyzed == []
    assert without_paths(told, there) == without_paths(cold, made)
    assert machine("two").check(there) == (told, [])


def test_a_tree_that_was_moved_is_read_once(machine: Callable[[str], Machine], tmp_path: Path) -> None:
    """Its files have the times that they had, and the record has to name the new place."""
    made, there = files_of(tmp_path / "here"), tmp_path / "there"
    machine("one").check(made)
    made.rename(there)
    assert machine("one").check(there)[1] == []
    (snapshot,) = (there / ".graphlint_cache").glob("snapshot-*.json")
    assert json.loads(snapshot.read_bytes().partition(b"\n")[2])[0] == str(there)


def test_what_is_different_there_is_analyzed(machine: Callable[[str], Machine], tmp_path: Path) -> None:
    """By content, whatever the times of the files say."""
    made = files_of(tmp_path / "here")
    assert machine("one").check(made)[0].json
    there = restored(made, tmp_path / "there", HARMLESS)
    for name in ("helper.py", "caller.py"):
        shutil.copystat(made / name, there / name)
    told, analyzed = machine("two").check(there)
    assert told.json == []
    assert analyzed == ["caller.py", "helper.py", os.path.join("pkg", "inner.py")]  # noqa: PTH118  as displayed


@pytest.mark.parametrize("whole", [True, False])
def test_a_file_that_is_only_there_is_found(machine: Callable[[str], Machine], tmp_path: Path, whole: bool) -> None:
    """A module for which the first run has looked in vain."""
    made = files_of(tmp_path / "here")
    machine("one").check(made)
    there = restored(made, tmp_path / "there")
    (there / "not_there.py").write_text("import sys\nsys.exit()\n")
    if not whole:
        forget_the_run(there)
    told, analyzed = machine("two").check(there)
    assert "caller.py" in analyzed
    assert told == machine("two").check(there, "--no-cache")[0]


@pytest.mark.parametrize("secret", ["", "short", "another secret of many characters"])
def test_without_the_key_the_cache_is_not_believed(machine: Callable[[str], Machine], tmp_path: Path, secret: str) -> None:
    """A pull request from a fork has an empty one."""
    made = files_of(tmp_path / "here")
    cold, analyzed = machine("one").check(made)
    there = restored(made, tmp_path / "there")
    told, again = machine("two").check(there, secret=secret)
    assert again == analyzed
    assert without_paths(told, there) == without_paths(cold, made)


def test_a_key_that_is_too_short_signs_nothing_and_verbose_says_so(machine: Callable[[str], Machine], tmp_path: Path) -> None:
    folder = files_of(tmp_path / "here")
    told, _ = machine("one").check(folder, "--verbose", secret="short")
    assert "nothing is cached: the key in GRAPHLINT_CACHE_KEY has fewer than 16 characters" in told.err
    assert not (folder / ".graphlint_cache").exists()


@pytest.mark.parametrize("part", ["analysis", "where", "strings", "findings"])
def test_a_changed_entry_is_not_believed(machine: Callable[[str], Machine], tmp_path: Path, part: str) -> None:
    """Whoever can write to the shared storage does not have the key."""
    made = files_of(tmp_path / "here")
    cold, _ = machine("one").check(made)
    there = restored(made, tmp_path / "there")
    changed = 0
    for path in (there / ".graphlint_cache").glob("*.json"):
        signature, _, body = path.read_bytes().partition(b"\n")
        if part == "findings" and path.name.startswith("snapshot"):
            record = json.loads(body)
            assert record[-1]
            body, changed = json.dumps([*record[:-1], []]).encode(), changed + 1
        elif part != "findings" and path.name.startswith("results"):
            record = json.loads(body)
            if part == "strings":
                record["strings"] = [text.replace("./", "../") for text in record["strings"]]
            else:
                record["entries"]["helper.py"][part] = "" if part == "where" else ["helper.py", [[]] * 9, None, None, [], True, 1]
            body, changed = json.dumps(record).encode(), changed + 1
        path.write_bytes(signature + b"\n" + body)
    assert changed == 1
    if part != "findings":
        forget_the_run(there)
    told, analyzed = machine("two").check(there)
    assert without_paths(told, there) == without_paths(cold, made)
    assert (analyzed == []) == (part == "findings")


@pytest.mark.parametrize("whole", [True, False])
def test_what_reads_files_outside_of_the_current_folder_stays_where_it_was_made(
    machine: Callable[[str], Machine], tmp_path: Path, whole: bool
) -> None:
    """The same relative path leads to another file elsewhere."""
    for name, helper in (("here", HELPER), ("there", HARMLESS)):
        folder = tmp_path / name
        (folder / "app").mkdir(parents=True)
        (folder / "pyproject.toml").write_text("")
        (folder / "app" / "main.py").write_text(ONCE_MORE)
        (folder / "helper.py").write_text(helper)
    cold, _ = machine("one").check(tmp_path / "here" / "app")
    shutil.copytree(tmp_path / "here" / "app" / ".graphlint_cache", tmp_path / "there" / "app" / ".graphlint_cache")
    if not whole:
        forget_the_run(tmp_path / "there" / "app")
    told, analyzed = machine("two").check(tmp_path / "there" / "app")
    assert cold != told
    assert analyzed == ["main.py"]
    assert told == machine("two").check(tmp_path / "there" / "app", "--no-cache")[0]


def test_a_marker_above_the_other_folder_decides_there(machine: Callable[[str], Machine], tmp_path: Path) -> None:
    """Without a root of its own, a folder belongs to the package that it is in."""
    for name in ("here", "there/package"):
        files_of(tmp_path / name)
        (tmp_path / name / "pyproject.toml").unlink()
    (tmp_path / "there" / "package" / "__init__.py").write_text("")
    (tmp_path / "there" / "__init__.py").write_text("")
    machine("one").check(tmp_path / "here")
    there = tmp_path / "there" / "package"
    shutil.copytree(tmp_path / "here" / ".graphlint_cache", there / ".graphlint_cache")
    told, _ = machine("two").check(there)
    assert told == machine("two").check(there, "--no-cache")[0]


def test_paths_of_the_project_have_no_place() -> None:
    """Others keep theirs, and a text is never changed in the middle of a name."""
    place = Location(os.path.abspath("a"), os.path.abspath("a/b"))  # noqa: PTH100
    inside, beside = os.path.abspath("a/c.py"), os.path.abspath("ab/c.py")  # noqa: PTH100
    assert [place.absolute(place.stored(path)) for path in (inside, beside, place.root)] == [inside, beside, place.root]
    assert place.stored(inside).startswith("./")
    assert place.stored(beside) == beside
    assert place.portable(repr([inside, "x" + inside])) != repr([inside, "x" + inside])
    assert "x" + repr(inside)[1:-1] in place.portable(repr([inside, "x" + inside]))
    assert place.portable(repr(inside)) != place.portable(repr(beside))


def test_the_linter_is_known_by_the_contents_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a working copy, other times of files change nothing, and another content of the same size does."""
    monkeypatch.setattr(identity, "BUILT", tmp_path / "none")
    for name, package in (("one", graphlint), ("rules", importlib.import_module("graphlint.rules"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text("1 + 1")
        monkeypatch.setattr(package, "__path__", [str(tmp_path / name)])
    known = identity.linter_digest()
    assert identity.linter_digest() == known
    os.utime(tmp_path / "one" / "a.py", (1, 1))
    assert identity.linter_digest() == known
    (tmp_path / "one" / "a.py").write_text("1 + 2")
    assert identity.linter_digest() != known
    (tmp_path / "digest").write_text("of a wheel")
    monkeypatch.setattr(identity, "BUILT", tmp_path / "digest")
    built = identity.linter_digest()
    (tmp_path / "digest").write_text("of another wheel")
    assert len({known, built, identity.linter_digest()}) == 3


def test_a_program_does_not_get_the_key(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It could sign a cache that hides findings."""
    monkeypatch.setenv(CACHE_KEY, SECRET)
    monkeypatch.setenv("OTHER", "value")
    told = tmp_path / "told"
    program = f"import os; open({str(told)!r}, 'w').write(repr((os.environ.get({CACHE_KEY!r}), os.environ['OTHER'])))"
    assert run("explain", "--", sys.executable, "-c", program).status == 0
    assert told.read_text() == "(None, 'value')"
