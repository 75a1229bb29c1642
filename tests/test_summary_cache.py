"""The summaries of files across runs: a file that was summarized before is not parsed again for what it states."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from support import Run

from graphlint.check.cache import signing_key, store
from graphlint.check.cache.json_records import decode, encode
from graphlint.check.cache.summary_cache import SummaryCache
from graphlint.common.timing import Stopwatch
from graphlint.project import project as project_module
from graphlint.project.file_summary import FileSummary
from graphlint.project.summarize import summarize, summarize_text
from graphlint.source.parsers import Parser

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("gl[1-6]01/*.py"))[::12]
TEXT = "import torch\nfrom helpers import run\n\nmodel = torch.nn.Linear(2, 2)\nrun(model)\n"


@pytest.fixture(autouse=True)
def key_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signing_key, "user_folder", lambda: tmp_path / "user")


def cache(folder: Path, parser: Parser = Parser.AUTO) -> SummaryCache:
    return SummaryCache(str(folder / "cache"), parser, Stopwatch())


def save(folder: Path, key: str, summary: FileSummary) -> None:
    made = cache(folder)
    made.add(key, summary)
    made.save(made.take_added())


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_summary_of_each_program_is_the_same_after_saving(path: Path) -> None:
    summary = summarize(ast.parse(path.read_text()))
    assert decode(FileSummary, encode(summary)) == summary


def test_later_run_finds_the_summaries_of_all_earlier_ones(tmp_path: Path) -> None:
    first, second = summarize(ast.parse(TEXT)), summarize(ast.parse("def f(): pass"))
    save(tmp_path, "a", first)
    save(tmp_path, "b", second)
    later = cache(tmp_path)
    assert (later.get("a"), later.get("b"), later.get("c")) == (first, second, None)


def test_each_parser_has_its_own_summaries(tmp_path: Path) -> None:
    """The newer syntax that libcst parses has no summary if `ast` refuses it."""
    save(tmp_path, "a", summarize(ast.parse(TEXT)))
    assert cache(tmp_path, Parser.LIBCST).get("a") is None


def test_changed_file_of_the_cache_is_ignored(tmp_path: Path) -> None:
    save(tmp_path, "a", summarize(ast.parse(TEXT)))
    (path,) = (tmp_path / "cache").glob("summaries-*.json")
    path.write_bytes(path.read_bytes().replace(b"torch", b"tarch"))
    assert cache(tmp_path).get("a") is None


def test_oldest_summaries_are_dropped_from_a_full_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = summarize(ast.parse(TEXT))
    save(tmp_path, "a", summary)
    (path,) = (tmp_path / "cache").glob("summaries-*.json")
    monkeypatch.setattr("graphlint.check.cache.summary_cache.MOST_BYTES", path.stat().st_size)
    save(tmp_path, "b", summary)
    later = cache(tmp_path)
    assert (later.get("a"), later.get("b")) == (None, summary)


def test_only_changed_file_is_summarized(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that it imports is one of an earlier run, and the findings are those of a run without a cache."""
    (project / "helpers.py").write_text("import torch\n\n\ndef run(loss):\n    loss.backward()\n")
    caller = project / "caller.py"
    caller.write_text("import torch\nfrom helpers import run\n\nx = torch.ones(2, requires_grad=True)\nrun(x.exp().sum())\n")
    options = (".", "--isolated", "--jobs", "1", "--output-format", "json")
    run(*options)
    caller.write_text(caller.read_text() + "loss = x.exp().sum()\nrun(loss)\nrun(loss)\n")
    summarized = list[str]()

    def count(tree: ast.Module, text: str) -> FileSummary:
        summarized.append(ast.dump(tree))
        return summarize_text(tree, text)

    monkeypatch.setattr(project_module, "summarize_text", count)
    changed = run(*options)
    unchanged, edited = (ast.dump(ast.parse(path.read_text())) for path in (project / "helpers.py", caller))
    # The proofs of fixes summarize texts that no file has.
    assert (summarized.count(edited), summarized.count(unchanged)) == (1, 0)
    assert "GL101" in changed.out
    assert changed.out == run(*options, "--no-cache").out


@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe 1\na {}", b"a \xff\xfe", b"a", b"\n\n \n", b"a []", b"a " + b"[" * 100_000, b'a {"\xff": 1}', b"a 1" + b"0" * 5_000],
    ids=["key", "value", "no value", "empty lines", "other record", "deep", "key of a field", "long number"],
)
def test_signed_file_that_holds_no_summaries_is_ignored(run: Run, project: Path, body: bytes) -> None:
    """A signature says who wrote a file, not that it is whole: a bug or a damaged disk may be behind it."""
    (project / "main.py").write_text(TEXT)
    (project / "helpers.py").write_text("def run(model):\n    return model\n")
    assert run("main.py").status == 0
    written = next(Path(".graphlint_cache").glob("summaries-*.json"))
    kept = store.Store(".graphlint_cache", "summaries", "")
    kept._path = written
    kept.save_bytes(body)
    for other in Path(".graphlint_cache").glob("*-*.json"):
        if other != written:
            other.unlink()
    outcome = run("main.py")
    assert (outcome.status, outcome.err) == (0, "")
    kept.save_bytes(body)
    assert all(cache(project).get(key) is None for key in ("a", "b"))
