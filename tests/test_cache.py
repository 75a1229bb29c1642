"""The cache: a warm run tells the same as a cold one, and nothing about it can do harm."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import Outcome, Run

from graphlint.check.cache import signing_key
from graphlint.check.cache.json_records import RecordError, decode, encode
from graphlint.check.cache.store import Store
from graphlint.check.diagnostic import Place
from graphlint.check.file_result import FileResult
from graphlint.source.open import Content
from graphlint.source.source import Position

BAD = """import torch

x = torch.ones(2, requires_grad=True)
x.exp().sum().backward(retain_graph=True)
"""
HELPER = "def finish(loss):\n    loss.backward()\n"
CALLER = """import torch
from helper import finish

x = torch.ones(2, requires_grad=True)
loss = x.exp().sum()
finish(loss)
finish(loss)
"""
# Nothing here records a graph, so that the base class is not resolved.
IMAGES = """try:
    import datasets
except ImportError:
    print("datasets is missing")
<import>

class Images(Reader):
    def __init__(self):
        self.builder = datasets.load()
        if download:
            raise ValueError()
            info = torch.utils.data.get_worker_info()
"""
DETACHING = "def finish(loss):\n    return loss.item()\n"


@pytest.fixture
def check(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Outcome]:
    """A check of the project with a cache, by a user of his own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))
    (project / "bad.py").write_text(BAD)
    (project / "helper.py").write_text(HELPER)
    (project / "caller.py").write_text(CALLER)

    def command(*options: str) -> Outcome:
        return run(".", "--isolated", "--output-format", "json", *options)

    return command


def analysed(check: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that a run analyses anew."""
    from graphlint.check import evaluate  # noqa: PLC0415

    seen: list[str] = []
    before = evaluate.analyze_with_config

    def noted(content: object, *rest: object) -> object:
        seen.append(content.path)  # type: ignore[attr-defined]
        return before(content, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(evaluate, "analyze_with_config", noted)
        check("--jobs", "1")
    return sorted(seen)


def kept(project: Path, kind: str) -> Path:
    """The file in which the results of each file are kept, or that with the last run as a whole."""
    (found,) = (project / ".graphlint_cache").glob(f"{kind}-*.json")
    return found


def forget_the_run(project: Path) -> None:
    """Let the next run look at the results one by one."""
    kept(project, "snapshot").unlink()


def codes(outcome: Outcome) -> list[tuple[str, str]]:
    """File and code of each finding."""
    return [(Path(found["filename"]).name, found["code"]) for found in outcome.json]


def test_warm_and_cold_tell_the_same(check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte, fixes included; and the warm run analyses nothing."""
    cold = check()
    assert codes(cold) == [("bad.py", "GL201"), ("helper.py", "GL101")]
    assert analysed(check, monkeypatch) == []
    assert check() == cold == check("--no-cache")
    forget_the_run(project)
    assert analysed(check, monkeypatch) == []
    forget_the_run(project)
    assert check() == cold


def test_a_file_whose_findings_are_all_suppressed_is_not_judged_again(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That nothing is told of it is a result as well."""
    from graphlint.check import evaluate  # noqa: PLC0415

    (project / "quiet.py").write_text(BAD.replace("retain_graph=True)", "retain_graph=True)  # noqa: GL201"))
    judged: list[str] = []
    before = evaluate.evaluate

    def noted(content: Content, *rest: Any) -> FileResult:
        judged.append(content.path)
        return before(content, *rest)

    monkeypatch.setattr(evaluate, "evaluate", noted)
    cold = check("--jobs", "1")
    assert "quiet.py" in judged
    judged.clear()
    forget_the_run(project)
    assert check("--jobs", "1") == cold
    assert not judged


def test_a_warm_run_imports_no_analysis(check: Callable[..., Outcome], project: Path) -> None:
    """That is where the time goes."""
    check()
    program = """
import sys
from graphlint.cli.main import main
main([".", "--isolated", "--output-format", "concise"])
print(sorted(name for name in sys.modules if name.startswith(("libcst", "graphlint.engine", "graphlint.ir", "pickle"))))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=project)
    assert "GL201" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_change_of_one_file_is_analysed_with_what_rests_on_it(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no more."""
    check()
    (project / "helper.py").write_text(DETACHING)
    assert codes(check()) == [("bad.py", "GL201")]
    (project / "helper.py").write_text(HELPER + "\n")
    assert analysed(check, monkeypatch) == ["caller.py", "helper.py"]


def test_a_file_that_was_looked_for_in_vain_may_come(check: Callable[..., Outcome], project: Path) -> None:
    """Its absence was part of what the result rested on."""
    (project / "helper.py").unlink()
    assert codes(check()) == [("bad.py", "GL201")]
    (project / "helper.py").write_text(HELPER)
    assert codes(check()) == [("bad.py", "GL201"), ("helper.py", "GL101")]


OUTLOOK = """import torch


def predict(model):
    model.eval()
    for x in torch.ones(3, 2):
        model(x).argmax()


if __name__ == "__main__":
    print("a script that nothing else imports does not call predict")
"""


@pytest.mark.parametrize(
    "user",
    [
        'import importlib\nimportlib.import_module("outlook" + SUFFIX).predict\n',
        "from outlook import predict\n",
        "import outlook\n\n\ndef run(model):\n    return outlook.predict(model)\n",
    ],
    ids=["loader", "importer", "caller"],
)
def test_a_file_that_may_call_a_function_comes_and_goes(check: Callable[..., Outcome], project: Path, user: str) -> None:
    """Which files are checked together is part of what a result rests on."""
    (project / "outlook.py").write_text(OUTLOOK)
    alone = codes(check())
    assert ("outlook.py", "GL301") not in alone
    (project / "app.py").write_text(user)
    assert ("outlook.py", "GL301") in codes(check())
    assert codes(check("--exclude", "app.py")) == alone
    assert ("outlook.py", "GL301") in codes(check())
    (project / "app.py").unlink()
    assert codes(check()) == alone


@pytest.mark.parametrize(
    "user",
    [
        "from networks import small\n\n\nclass Net(small.Net):\n    def train_on(self, x):\n        self(x).sum().backward()\n",
        "from networks import small\n\n\ndef train(x, kind=small.Net):\n    kind().layer(x).sum().backward()\n",
        "import networks.small\n\n\nclass Net(networks.small.Net):\n    pass\n\n\nprint(Net().layer(torch.ones(2)))\n",
    ],
    ids=["from", "argument", "dotted"],
)
def test_a_package_without_a_file_of_its_own_is_not_looked_for_in_vain(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch, user: str
) -> None:
    """The package's folder was taken for an absent file, and each run analyzed its users anew."""
    package = project / "networks"
    package.mkdir()
    (package / "small.py").write_text("from torch import nn\n\n\nclass Net(nn.Module):\n    layer = nn.Linear(2, 1)\n")
    (project / "user.py").write_text("import torch\n" + user)
    check()
    forget_the_run(project)
    assert analysed(check, monkeypatch) == []


@pytest.mark.parametrize("imported", ["from .reader import Reader", "from . import Reader", "from ..pack.reader import Reader"])
def test_a_relative_base_class_is_not_looked_for_in_vain(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch, imported: str
) -> None:
    """The leading dots of its name were taken for a package without a name, and the package's own files for absent ones."""
    package = project / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("from .reader import Reader\n")
    (package / "reader.py").write_text("class Reader:\n    def size(self):\n        return 2\n")
    (package / "images.py").write_text(IMAGES.replace("<import>", imported))
    check()
    forget_the_run(project)
    assert analysed(check, monkeypatch) == []


def test_a_file_that_is_saved_while_it_is_checked_is_checked_again(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found in the old text must not be taken for what is in the new one."""
    from graphlint.check import evaluate  # noqa: PLC0415

    before = evaluate.analyze_with_config

    def saved_meanwhile(content: object, *rest: object) -> object:
        found = before(content, *rest)  # type: ignore[arg-type]
        (project / "bad.py").write_text(BAD.replace("retain_graph=True", ""))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(evaluate, "analyze_with_config", saved_meanwhile)
        check("--jobs", "1")
    assert codes(check()) == [("helper.py", "GL101")]


def test_a_file_with_another_time_is_the_same_file(check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Content counts: a checkout changes times."""
    check()
    for path in project.glob("*.py"):
        os.utime(path, (1, 1))
    assert analysed(check, monkeypatch) == []


def test_other_settings_have_other_results(check: Callable[..., Outcome]) -> None:
    """What is selected, and what is known."""
    check()
    assert codes(check("--ignore", "GL201")) == [("helper.py", "GL101")]
    assert codes(check("--select", "GL2")) == [("bad.py", "GL201")]
    assert len(codes(check())) == 2


def test_fixes_are_made_of_what_is_remembered(check: Callable[..., Outcome], project: Path) -> None:
    """A warm --fix fixes as a cold one does, and what it fixed is not found again."""
    check()
    assert codes(check("--fix")) == [("helper.py", "GL101")]
    assert "retain_graph" not in (project / "bad.py").read_text()
    assert codes(check()) == [("helper.py", "GL101")]


@pytest.mark.parametrize("spoilt", ["{}", "", "\x00" * 100, "[1, 2]", '0\n{"bad.py": {}}', "[" * 100_000])
def test_a_broken_cache_is_ignored_and_made_anew(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    """Whatever is in it."""
    cold = check()
    for kind in ("results", "snapshot"):
        kept(project, kind).write_text(spoilt)
    assert check() == cold
    assert analysed(check, monkeypatch) == []


def test_each_entry_is_checked_when_it_is_read(check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is signed: an older version may have written it."""
    cold = check()
    forget_the_run(project)
    entry = {"content": 1, "read": [], "digests": [], "missing": [7], "analysis": [[]]}
    entries = {"bad.py": entry, "caller.py": [], "helper.py": {}}
    for words in ([], [1], None):
        with monkeypatch.context() as patch:
            patch.setattr(Store, "load", lambda _, words=words: {"strings": words, "markers": {}, "entries": entries})
            assert check() == cold


@pytest.mark.parametrize("part", ["analysis", "report", "read"])
def test_what_cannot_be_read_is_written_anew(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Else the file would be checked anew in every run, for ever."""
    cold = check()
    forget_the_run(project)
    load, spoilt = Store.load, []

    def spoil(store: Store) -> object:
        found: Any = load(store)
        if found is not None:
            found["entries"]["bad.py"][part] = [None]
            store.save(found)
            spoilt.append(part)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Store, "load", spoil)
        assert check() == cold
    entries = json.loads(kept(project, "results").read_bytes().partition(b"\n")[2])["entries"]
    assert spoilt
    assert entries["bad.py"][part] != [None]
    forget_the_run(project)
    assert analysed(check, monkeypatch) == []


def test_a_cache_of_somebody_else_is_not_believed(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that came with a cloned repository could hide findings."""
    cold = check()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "another"))
    assert check() == cold
    for kind in ("results", "snapshot"):
        signature, _, body = kept(project, kind).read_bytes().partition(b"\n")
        spoilt = json.loads(body)
        if kind == "results":
            spoilt["entries"]["bad.py"]["analysis"][1] = [[], [], []]
        else:
            assert spoilt.pop()
            spoilt.append([])
        kept(project, kind).write_bytes(signature + b"\n" + json.dumps(spoilt).encode())
    assert check() == cold


def test_where_nothing_can_be_written_nothing_is_kept(check: Callable[..., Outcome], project: Path) -> None:
    """A check does not fail for want of a cache."""
    (project / ".graphlint_cache").write_text("a file")
    assert len(codes(check())) == 2


def test_a_cache_that_a_full_disk_interrupted_is_used_again(check: Callable[..., Outcome], project: Path, run: Run) -> None:
    """Its empty marker would otherwise disable the cache for good, and `clean` would not delete it."""
    folder = project / ".graphlint_cache"
    commands: tuple[Callable[[], object], ...] = (check, lambda: run("clean"))
    for command in commands:
        folder.mkdir()
        (folder / "CACHEDIR.TAG").touch()
        command()
        assert not folder.exists() or any(path.suffix == ".json" for path in folder.iterdir())
        if folder.exists():
            assert run("clean").status == 0


def test_no_cache_leaves_nothing_behind(check: Callable[..., Outcome], project: Path) -> None:
    """Neither a folder nor a key."""
    check("--no-cache")
    assert not (project / ".graphlint_cache").exists()


def test_the_cache_can_lie_elsewhere(check: Callable[..., Outcome], project: Path, tmp_path: Path) -> None:
    """Marked as a cache, so that backups leave it out, and git."""
    check("--cache-dir", str(tmp_path / "kept"))
    assert not (project / ".graphlint_cache").exists()
    assert {path.name for path in (tmp_path / "kept").iterdir()} > {".gitignore", "CACHEDIR.TAG"}


def test_a_folder_that_holds_other_things_is_not_made_the_cache(check: Callable[..., Outcome], project: Path) -> None:
    """A link, or a setting, that came with a cloned repository must not have its files overwritten or deleted."""
    (project / ".gitignore").write_text("mine\n")
    (project / ".graphlint_cache").symlink_to(".")
    check()
    (project / ".graphlint_cache").unlink()
    check("--cache-dir", ".")
    assert (project / ".gitignore").read_text() == "mine\n"
    assert {path.name for path in project.iterdir()} == {".gitignore", "bad.py", "caller.py", "helper.py"}


def test_two_runs_at_once_do_no_harm(check: Callable[..., Outcome], project: Path) -> None:
    """Each tells the truth, and what they leave behind is whole."""
    command = [sys.executable, "-I", "-m", "graphlint", ".", "--isolated", "--output-format", "json"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=project) for _ in range(4)]
    told = {each.communicate()[0] for each in running}
    assert len(told) == 1
    assert check().out.encode() == told.pop()


def test_records_come_back_as_they_were() -> None:
    """And nothing else comes back."""
    place = Place("a.py", Position(1, 2), Position(3, 4, 5), "text")
    assert decode(Place, json.loads(json.dumps(encode(place)))) == place
    for wrong in (None, [], ["a.py"], {"path": "a.py"}, [1, [1, 2, None], [3, 4, 5], "text"], ["a.py", [True, 2, None], [3, 4, 5], "text"]):
        with pytest.raises(RecordError):
            decode(Place, wrong)


def test_a_report_takes_over_one_that_says_more_of_fixes(
    check: Callable[..., Outcome], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for JSON and then reads the concise report pays for no proof twice; the other way round, each fix has still to be proven."""
    from graphlint.check import evaluate  # noqa: PLC0415

    judged: list[str] = []
    before = evaluate.evaluate

    def noted(content: Content, *rest: Any) -> FileResult:
        judged.append(content.path)
        return before(content, *rest)

    monkeypatch.setattr(evaluate, "evaluate", noted)
    check("--output-format", "concise")
    assert judged
    judged.clear()
    fixes = [item["fix"] for item in check("--output-format", "json").json]
    assert judged
    assert any(fixes)
    judged.clear()
    assert "[*]" in check("--output-format", "concise").out
    assert not judged


# The key that signs cache files.


@pytest.fixture
def key(check: Callable[..., Outcome], tmp_path: Path) -> Path:
    """The key of the user, after a check."""
    check()
    return tmp_path / "home" / "graphlint" / "key"


on_posix = pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")


@on_posix
def test_only_the_user_has_rights_in_the_folder_of_the_key(check: Callable[..., Outcome], tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        check()
    finally:
        os.umask(before)
    for folder in (tmp_path / "home", tmp_path / "home" / "graphlint"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "home" / "graphlint" / "key").stat().st_mode) == 0o600


@on_posix
@pytest.mark.parametrize("loose", ["key", "folder"])
def test_a_key_that_others_may_know_is_replaced(
    check: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, key: Path, loose: str
) -> None:
    """Caches that it has signed are not read."""
    known = key.read_bytes()
    (key if loose == "key" else key.parent).chmod(0o666 if loose == "key" else 0o777)
    assert analysed(check, monkeypatch)
    assert key.read_bytes() != known
    assert (stat.S_IMODE(key.stat().st_mode), stat.S_IMODE(key.parent.stat().st_mode)) == (0o600, 0o700)
    assert analysed(check, monkeypatch) == []


@on_posix
@pytest.mark.parametrize("owner", ["key", "folder"])
def test_a_key_of_another_user_is_not_trusted(
    check: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, key: Path, owner: str
) -> None:
    """Nor replaced: that user needs it."""
    known = key.read_bytes()
    other = key if owner == "key" else key.parent
    monkeypatch.setattr(signing_key, "is_of_this_user", lambda path: path != other)
    assert analysed(check, monkeypatch)
    assert analysed(check, monkeypatch)
    assert key.read_bytes() == known
