"""The fuzzer finds planted faults and makes their inputs small, and a seed determines the inputs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import fuzz
import pytest
import soak
from fuzzing import campaign
from fuzzing.corpus import Corpus
from fuzzing.edited_text import EditedText
from fuzzing.input import Input, Step
from fuzzing.inputs import KINDS, input_of, next_number
from fuzzing.problems import Problem
from fuzzing.reduce import reduced
from fuzzing.worker import WorkerProcess

SCRIPTS = Path(fuzz.__file__).parent
PROGRAM = """import torch

w = torch.ones(1, requires_grad=True)
loss = w.exp()
loss.backward()
loss.backward()
"""
PLANTS = """
import os, sys
from pathlib import Path

import fuzzing.run_check
import fuzzing.worker
from graphlint.check import analyze_file, evaluate
from graphlint.fixes import write
from graphlint.source import source

analyze, apply_edits, calls = analyze_file.analyze, source.apply_edits, []

def planted(text, *rest, **named):
    if "CRASH" in text.text:
        raise KeyError("planted")
    if "DIE" in text.text:
        os._exit(3)
    while "HANG" in text.text:
        pass
    calls.append(text)
    return analyze(source.Source(text.path, "") if "UNSTABLE" in text.text and len(calls) % 2 else text, *rest, **named)

def edited(text, edits):
    return apply_edits(text, edits).replace("# COMMENT", "")

def torn(path, data, *rest, **named):
    for size in (0, len(data)):
        Path(path).write_bytes(data[:size])

analyze_file.analyze, source.apply_edits, write.write_file = planted, edited, torn
fuzzing.worker.CPU_SECONDS = 1
fuzzing.worker.serve(Path(sys.argv[1]))
"""
COMMAND = (sys.executable, "-c", f"import sys; sys.path.insert(0, {str(SCRIPTS)!r})\n{PLANTS}")


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerProcess]:
    """A worker with planted faults, which words in a program trigger."""
    process = WorkerProcess(tmp_path_factory.mktemp("worker") / "worker", command=COMMAND)
    yield process
    process.end()


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    (tmp_path / "one.py").write_text(PROGRAM)
    (tmp_path / "two.py").write_text(PROGRAM.replace("loss", "error"))
    return Corpus.load([tmp_path], default=False)


def one_file(kind: str, variant: str, text: str, *steps: Step) -> Input:
    return Input(kind, variant, {"file-0.py": text.encode()}, steps=steps)


def digests(corpus: Corpus) -> str:
    return repr([input_of(corpus, 5, next_number(5, 40 * index, [kind])) for index in range(3) for kind in KINDS])


def test_a_seed_determines_the_inputs_in_every_process(tmp_path: Path, corpus: Corpus) -> None:
    """Also in one whose sets have another order."""
    code = f"""
import sys; sys.path[:0] = [{str(SCRIPTS)!r}, {str(Path(__file__).parent)!r}]
from pathlib import Path; from fuzzing.corpus import Corpus; from test_fuzzing import digests
print(digests(Corpus.load([Path({str(tmp_path)!r})], default=False)))
"""
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == digests(corpus) + "\n"


def test_numbers_and_seeds_give_other_inputs(corpus: Corpus) -> None:
    first = next_number(1, 0, ["check"])
    items = {repr(input_of(corpus, seed, number)) for seed in (1, 2) for number in range(first, first + 20)}
    assert len(items) > 30


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param(one_file("check", "alone", PROGRAM + "# CRASH\n"), "internal error: KeyError in check/", id="an exception"),
        pytest.param(one_file("check", "alone", PROGRAM + "# DIE\n"), "crash: exit status 3", id="a process that ends"),
        pytest.param(one_file("check", "alone", PROGRAM + "# HANG\n"), "hang: more than", id="an endless loop"),
        pytest.param(one_file("check", "twice", PROGRAM + "# UNSTABLE\n"), "differs: twice: GL101", id="another result"),
        pytest.param(one_file("fix", "file", "# COMMENT\n" + PROGRAM), "fix loses a comment: GL101", id="a lost comment"),
        pytest.param(one_file("fault", "fix", PROGRAM, Step("kill", 2)), "file lost or torn: fix: kill", id="a torn file"),
    ],
)
def test_a_planted_fault_is_a_problem(worker: WorkerProcess, item: Input, expected: str) -> None:
    assert [str(problem).startswith(expected) for problem in worker.ask(item).problems] == [True]
    # The worker goes on, or is replaced.
    assert worker.ask(one_file("check", "alone", PROGRAM)).problems == ()


@pytest.mark.parametrize(
    "item",
    [
        *(
            one_file("check", variant, PROGRAM)
            for variant in ("alone", "twice", "folder", "processes", "cache", "reuse", "parsers", "formats")
        ),
        one_file("fix", "file", PROGRAM),
        Input("data", "comments", {"t.py": PROGRAM.encode()}, ("check", "t.py", "--isolated", "--no-cache", "--add-noqa")),
        Input("data", "command line", {"t.py": PROGRAM.encode()}, ("check", "--no-such-option")),
        one_file("server", "text", PROGRAM, Step("insert", 3, 0, "é"), Step("compare"), Step("replace", text=PROGRAM), Step("compare")),
        one_file("server", "notebook", PROGRAM, Step("line", 0, 0, "x = 1"), Step("compare")),
    ],
    ids=lambda item: f"{item.kind} {item.variant}",
)
def test_an_ordinary_input_has_no_problem(worker: WorkerProcess, item: Input) -> None:
    assert worker.ask(item).problems == ()


def test_a_campaign_finds_a_fault_and_its_input_becomes_small(tmp_path: Path, corpus: Corpus, worker: WorkerProcess) -> None:
    crashing = Corpus(tuple(text.replace("exp", "CRASH") for text in corpus.programs), corpus.bad, (), ())
    seen: list[tuple[Input, Problem]] = []
    found = campaign.run(
        crashing,
        1,
        campaign.Limits(6),
        tmp_path / "workers",
        kinds=["check"],
        command=COMMAND,
        on_problem=lambda number, item, problem: seen.append((item, problem)),
    )
    assert found.counts["inputs"] == 6
    item, problem = next(pair for pair in seen if "KeyError" in pair[1].place)
    small = reduced(item, lambda tried: problem.signature in {other.signature for other in worker.ask(tried).problems})
    assert b"".join(small.files.values()).strip() == b"CRASH"


def test_steps_are_reduced_with_the_text() -> None:
    steps = tuple(Step("insert", number, 0, str(number)) for number in range(20))
    item = Input("server", "text", {"text-0.py": b"one\ntwo\nthree\n"}, steps=steps)
    small = reduced(item, lambda tried: Step("insert", 7, 0, "7") in tried.steps and b"two" in tried.files["text-0.py"])
    assert small == Input("server", "text", {"text-0.py": b"two"}, steps=(steps[7],))


def test_an_input_is_stored_and_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    item = Input("data", "comments", {"a\n.py": b"import torch\r\n\xff"}, ("check", "\ud800", "a\n.py"), (Step("kill", 3),), "9")
    item.save(tmp_path / "item")
    assert Input.load(tmp_path / "item") == item
    one_file("check", "alone", PROGRAM).save(tmp_path / "program")
    assert fuzz.main(["--input", str(tmp_path / "program")]) == 0
    assert capsys.readouterr().out.startswith("check (alone): 0 problems")


def test_an_edited_text_has_the_positions_of_the_protocol() -> None:
    """Code units count, and no position lies within a line end."""
    text = EditedText.of("a\U0001f525b\r\nc")
    assert text.replace(7, 0, "x") == {"start": {"line": 1, "character": 1}, "end": {"line": 1, "character": 1}}
    assert text.replace(5, 2, "") == {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 1}}
    assert text.text == "a\U0001f525b\r\nx"
    assert text.replace(1, 2, "") == {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 3}}
    assert text.text == "ab\r\nx"


@pytest.mark.parametrize(("used", "grows"), [([5] * 9, False), ([1, 5, 9, 9, 9, 9, 9, 9, 9], False), ([5, 5, 5, 5, 5, 5, 7, 7, 7], True)])
def test_the_memory_of_a_server_may_grow_in_the_beginning_only(used: list[int], grows: bool) -> None:
    assert (soak.growth(used) > soak.ALLOWED_GROWTH) == grows
