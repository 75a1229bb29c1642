"""What is known of the files of a folder, without an editor: what the server works out of it is what the command finds, and what a change
makes stale is known."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest

from graphlint.check import line_mapping
from graphlint.check.diagnostic import Diagnostic
from graphlint.server.index import DIFF_LIMIT, Index
from graphlint.server.workers import graph_messages, messages
from graphlint.server.workers.engine import Engine
from graphlint.server.workers.messages import Context, FolderConfig, Program
from server.test_projects import CALLS, CALLS_WITHOUT_GRAPH, ENGINE, PROJECTS, Found, by_command, told_of

Answer = TypeVar("Answer")


class Worker:
    """A worker that is asked as the server asks it."""

    def __init__(self, folder: Path, *, analyze: bool = True) -> None:
        self.config = FolderConfig(str(folder))
        self.index = Index()
        self._engine = Engine()
        files = self.request(messages.FindFiles(self.config))
        self._engine.notify(messages.SetFolderFiles(self.config, files.paths))
        self.files = files.paths
        if analyze:
            self.analyze(*files.paths)

    def notify(self, notice: messages.Notice) -> None:
        self._engine.notify(notice)

    def request(self, request: messages.Request[Answer]) -> Answer:
        return self._engine.answer(request)

    def analyze(self, *paths: str) -> None:
        asked = self.index.now()
        for item in self.request(messages.AnalyzeFiles(paths, self.config)).analyses:
            self.index.update(item, asked)

    def set_overlay(self, path: str, before: str, after: str) -> None:
        """What the server does when an open text has become another."""
        self._engine.notify(messages.SetOverlays(((path, after),)))
        self.index.shift_lines(path, before, after)
        self.index.mark_changed(path)

    def found(self) -> Found:
        """What is told of each file as it is on the disk, with no other file but those that matter to it."""
        told: Found = {}
        for path in self.files:
            examined = self.index.get(path)
            assert examined is not None
            request = messages.CheckFiles((examined,), self.config, Context(self.index.context([path]), True))
            (checked,) = self.request(request).results
            told[Path(path).as_uri()] = [told_of(item) for item in checked.diagnostics]
        return told

    def gone(self, path: str) -> None:
        """What the server does when a file is there no more."""
        self.index.mark_changed(path)
        self.index.drop(path)
        self._engine.notify(messages.FilesChanged((path,)))
        self._engine.notify(messages.SetFolderFiles(self.config, tuple(item for item in self.files if item != path)))

    def check(self, path: str, text: str) -> tuple[Diagnostic, ...]:
        """What is told of an open text."""
        request = messages.Check(Program(path, text), self.config, Context(self.index.context([path]), True))
        asked, checked = self.index.now(), self.request(request)
        assert checked.analysis is not None
        self.index.update(checked.analysis, asked)
        return checked.diagnostics

    def codes(self, path: str, text: str) -> list[str]:
        return [item.code for item in self.check(path, text)]


@pytest.fixture
def worker(tmp_path: Path) -> Worker:
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "main.py").write_text(CALLS_WITHOUT_GRAPH)
    return Worker(tmp_path)


SETTINGS = ('ignore = ["GL301"]', 'select = ["GL1"]', 'extend-select = ["GL402"]', 'per-file-ignores = {"*.py" = ["GL"]}')


@pytest.mark.parametrize("inner", SETTINGS)
@pytest.mark.parametrize("place", ["caller", "called"])
def test_each_file_is_judged_by_its_own_settings(tmp_path: Path, inner: str, place: str) -> None:
    """Also where what is found in it is found by a file that has others."""
    for name, text in {"caller": CALLS.replace("from engine", "from called.engine"), "called": ENGINE}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / ("engine.py" if name == "called" else "main.py")).write_text(text)
    (tmp_path / "pyproject.toml").write_text("[tool.graphlint]\n")
    (tmp_path / place / "graphlint.toml").write_text(inner)
    assert Worker(tmp_path).found() == by_command(tmp_path)


def test_a_function_is_judged_through_its_caller(worker: Worker) -> None:
    engine, main = worker.files
    assert worker.codes(engine, ENGINE) == []
    worker.set_overlay(main, CALLS_WITHOUT_GRAPH, CALLS)
    assert worker.codes(main, CALLS) == []
    assert worker.codes(engine, ENGINE) == ["GL301"]


@pytest.mark.parametrize(
    ("project", "codes"), [("gl304_scores_trained_in_other_file", ["GL304"]), ("gl304_scores_trained_in_other_file_ok", [])]
)
def test_a_call_that_others_train_through_moves_along(tmp_path: Path, project: str, codes: list[str]) -> None:
    """What the run of another file says of a line is known of it when lines are written above."""
    text = (PROJECTS / project / "scores.py").read_text()
    for path in (PROJECTS / project).glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    worker = Worker(tmp_path)
    scores, _ = worker.files
    assert worker.codes(scores, text) == codes
    worker.set_overlay(scores, text, "\n\n" + text)
    assert worker.codes(scores, "\n\n" + text) == codes


def test_what_rests_on_a_change_is_stale_and_nothing_else(tmp_path: Path) -> None:
    """Those that import the file, be it through others; and those with a function that is judged by its calls in all files."""
    texts = {"engine": ENGINE, "main": CALLS, "other": ENGINE, "start": "import torch\nfrom main import model\nmodel.eval()\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    worker = Worker(tmp_path)
    engine, main, other, start = worker.files
    assert not worker.index.stale
    worker.set_overlay(engine, ENGINE, ENGINE + "\n")
    assert worker.index.stale == {engine, main, other}
    worker.codes(engine, ENGINE + "\n")
    worker.analyze(main, other)
    assert not worker.index.stale
    worker.set_overlay(main, CALLS, CALLS + "\n")
    assert worker.index.stale == {engine, main, other, start}
    worker.codes(main, CALLS + "\n")
    worker.analyze(engine, other, start)
    worker.set_overlay(main, CALLS, CALLS_WITHOUT_GRAPH)
    worker.codes(main, CALLS_WITHOUT_GRAPH)
    assert worker.index.stale == {engine, start, other}


def test_what_came_of_an_older_state_stays_stale(worker: Worker) -> None:
    """An answer that was asked for before a change tells nothing of what is there after it."""
    engine, main = worker.files
    asked = worker.index.now()
    (late,) = worker.request(messages.AnalyzeFiles((main,), worker.config)).analyses
    worker.set_overlay(engine, ENGINE, ENGINE + "\n")
    worker.index.update(late, asked)
    assert main in worker.index.stale


@pytest.mark.parametrize("inserted", ["x = 1\n", "\n\n\n", "def other():\n    pass\n\n\n"])
def test_what_callers_find_moves_with_its_line(tmp_path: Path, inserted: str) -> None:
    """Until they are analysed anew; on a line that was edited it stands no more."""
    for path in (PROJECTS / "gl102_import_cycle").glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    worker = Worker(tmp_path)
    first = str(tmp_path / "first.py")
    text = Path(first).read_text()
    ((_, row, _, _),) = worker.found()[Path(first).as_uri()]
    for number in range(1, 4):
        before, text = text, text.replace("def train", f"{inserted}def train")
        worker.set_overlay(first, before, text)
        (found,) = worker.check(first, text)
        assert (found.code, found.place.start.row - 1) == ("GL102", row + number * inserted.count("\n"))
    worker.set_overlay(first, text, text.replace("loss.backward()", "pass"))
    assert worker.check(first, text.replace("loss.backward()", "pass")) == ()


def test_a_long_text_is_compared_line_by_line_where_no_line_comes_or_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever changes a name everywhere would wait for each hover meanwhile; what callers find on the other lines stands."""
    for path in (PROJECTS / "gl102_import_cycle").glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    first = tmp_path / "first.py"
    text = "long = 0\n" * DIFF_LIMIT + first.read_text() + "long = 1\n"
    first.write_text(text)
    worker = Worker(tmp_path)
    ((_, row, _, _),) = worker.found()[first.as_uri()]
    monkeypatch.setattr(line_mapping, "SequenceMatcher", None)
    changed = text.replace("long", "longer")
    worker.set_overlay(str(first), text, changed)
    (found,) = worker.check(str(first), changed)
    assert (found.code, found.place.start.row - 1) == ("GL102", row)


def test_the_facts_of_a_program_name_each_place_once(worker: Worker) -> None:
    """They are sent to the server, which does nothing else while it reads them: twice the places is twice the wait for a hover."""
    text = "import torch\nfrom torch import nn\nmodel = nn.Linear(3, 1)\nloss = model(torch.randn(2, 3)).sum()\nloss.backward()\n"
    graph_info = worker.request(graph_messages.DescribeGraphs(Program(worker.files[0], text), worker.config))
    told = [graph.place for graph in graph_info.graphs]
    told += [span for item in graph_info.descriptions for span in (item.place, *(place for fact in item.facts for place in fact.places))]
    told += [span for graph in graph_info.graphs for span in (*graph.used_by, *graph.freed_by)]
    assert len({id(span) for span in told}) == len(set(told)) < len(told)


def test_a_file_that_is_gone_calls_nothing(worker: Worker) -> None:
    engine, main = worker.files
    Path(main).unlink()
    worker.gone(main)
    assert engine in worker.index.stale
    assert worker.codes(engine, ENGINE) == ["GL301"]


def test_who_calls_was_read_before_it_changed(tmp_path: Path) -> None:
    """A function is judged by whether any file calls it without grad: one that changes while that is asked, or that was never looked at
    by itself, may have been read as it was before."""
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "main.py").write_text(CALLS_WITHOUT_GRAPH)
    worker = Worker(tmp_path, analyze=False)
    engine, main = worker.files
    worker.analyze(engine)
    worker.index.mark_changed(main)
    assert not worker.index.is_current(engine)
    worker.analyze(engine)
    assert worker.index.is_current(engine)
    known = worker.index.get(engine)
    asked = worker.index.now()
    assert known is not None
    worker.index.mark_changed(main)
    worker.index.update(messages.Analysis(known), asked)
    assert not worker.index.is_current(engine)


def test_what_another_worker_found_out_is_not_held_longer_than_the_server_holds_it(worker: Worker) -> None:
    """A worker that was given it has not read what it rests on: only the server says that it no longer holds."""
    engine, main = worker.files
    request = messages.Check(
        Program(engine, ENGINE), worker.config, Context(worker.index.context([engine]), True), worker.index.get(engine)
    )
    other = Worker(Path(engine).parent, analyze=False)
    assert other.request(request).diagnostics == ()
    Path(main).write_text(CALLS)
    worker.notify(messages.FilesChanged((main,)))
    worker.analyze(main)
    request = messages.Check(Program(engine, ENGINE), worker.config, Context(worker.index.context([engine]), True))
    assert [item.code for item in other.request(request).diagnostics] == ["GL301"]
