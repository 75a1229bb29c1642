"""`graphlint confirm`: each status, each way to run a program, and the limits."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from support import Outcome


def torch_is_installed() -> bool:
    # The distribution is asked for, as the runtime shim is a package of the same name.
    try:
        importlib.metadata.distribution("torch")
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


LIBRARIES = ["--shim", *(["--torch"] if torch_is_installed() else [])]
TRAINING = """
    import sys
    import torch

    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0
    for batch in range(20):
        optimizer.zero_grad()
        loss = model(torch.randn(4, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss
    print("batches:", batch, sys.argv[1:])
"""
TWICE = """
    import torch

    x = torch.ones(2, requires_grad=True)
    y = x.exp().sum()
    for _ in range(3):
        y.backward()
"""


def surroundings() -> dict[str, str]:
    """The environment without what says where Python finds modules: the tests may run with such settings."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}


def confirm(folder: Path, *words: str, **variables: str) -> Outcome:
    """Run the command in a folder."""
    command = [sys.executable, "-I", "-m", "graphlint", "confirm", *words]
    environment = surroundings() | variables
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment, timeout=300)
    return Outcome(done.returncode, done.stdout, done.stderr)


def put(folder: Path, name: str, text: str) -> None:
    """Write a file."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")


def results(folder: Path, *words: str) -> list[dict[str, Any]]:
    """Return the findings of a run in JSON."""
    return confirm(folder, "--output-format", "json", *words).json


def statuses(folder: Path, *words: str) -> list[str]:
    """Return the row, the code and the status of each finding."""
    return [f"{item['location']['row']} {item['code']} {item['status']}" for item in results(folder, *words)]


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_error_that_pytorch_raises_is_confirmed(tmp_path: Path, library: str) -> None:
    """With the iteration in which it is raised, and PyTorch's own message."""
    put(tmp_path, "train.py", TWICE)
    outcome = confirm(tmp_path, library, "--output-format", "json", "train.py")
    (item,) = outcome.json
    assert (outcome.status, item["code"], item["status"], item["witness"]["iteration"]) == (1, "GL102", "confirmed", 2)
    assert item["witness"]["message"].startswith("RuntimeError: Trying to backward through the graph a second time")
    assert "y.backward()" in outcome.err


@pytest.mark.parametrize("library", LIBRARIES)
def test_retained_graphs_are_confirmed_with_their_bytes(tmp_path: Path, library: str) -> None:
    """The bytes are those of the tensors that the graphs really save: exp and sin save one tensor of 1000 floats between them."""
    text = TRAINING.replace("torch.nn.Linear(3, 1)", "torch.nn.Linear(1000, 1)").replace("torch.randn(4, 3)", "torch.randn(4, 1000)")
    text = text.replace("total = 0", "kept = []").replace("total += loss", "kept.append(model.weight.exp().sin().sum())")
    put(tmp_path, "train.py", text)
    (item,) = results(tmp_path, library, "train.py")
    assert (item["code"], item["status"]) == ("GL203", "confirmed")
    assert item["witness"]["bytes"] == {"per_iteration": 4000, "total": 12000}


def test_a_finding_that_does_not_come_true_is_refuted(tmp_path: Path) -> None:
    """A loop of one iteration frees its graph only once."""
    text = textwrap.dedent(TWICE).replace("range(3)", "range(int(sys.argv[1]))")
    put(tmp_path, "train.py", f"import sys{text}")
    outcome = confirm(tmp_path, "--shim", "--output-format", "json", "train.py", "1")
    (item,) = outcome.json
    assert (outcome.status, item["status"], item["witness"]["message"]) == (0, "refuted", "line 7 ran once and raised nothing")
    assert statuses(tmp_path, "--shim", "train.py", "2") == ["7 GL102 confirmed"]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_line_that_does_not_run_is_not_reached(tmp_path: Path, library: str) -> None:
    """The reason is given, and nothing is confirmed."""
    text = textwrap.dedent(TWICE).replace("    y.backward()", "    if len(sys.argv) > 1:\n        y.backward()")
    put(tmp_path, "train.py", f"import sys{text}")
    outcome = confirm(tmp_path, library, "--output-format", "json", "train.py")
    (item,) = outcome.json
    assert (outcome.status, item["status"], item["witness"]["message"]) == (0, "not-reached", "line 8 did not run")
    assert statuses(tmp_path, library, "train.py", "now") == ["8 GL102 confirmed"]


def test_an_error_of_the_program_is_shown(tmp_path: Path) -> None:
    """Missing data is no finding: what did not run is not reached, and the run has failed."""
    put(tmp_path, "train.py", 'open("missing.bin")\n' + textwrap.dedent(TWICE))
    outcome = confirm(tmp_path, "--shim", "--output-format", "json", "train.py")
    assert (outcome.status, [item["status"] for item in outcome.json]) == (2, ["not-reached"])
    assert "FileNotFoundError" in outcome.json[0]["witness"]["message"]
    assert 'File "' in outcome.err
    assert "missing.bin" in outcome.err
    assert "graphlint" not in outcome.err.partition("Traceback")[2]


def test_a_program_runs_as_it_does_alone(tmp_path: Path) -> None:
    """Its arguments, its name, its file, its folder, its modules, its data and its environment are the same."""
    put(tmp_path, "package/__init__.py", "")
    put(tmp_path, "package/helper.py", "from pathlib import Path\nDATA = Path(__file__).with_name('data.txt').read_text()\n")
    put(tmp_path, "package/data.txt", "data")
    shows = """
        import os, sys
        from package.helper import DATA
        print([__name__, __file__, sys.argv, sys.path[0], os.getcwd(), DATA, __spec__ and __spec__.name, os.environ.get("MODE")])
    """
    put(tmp_path, "train.py", shows)
    put(tmp_path, "package/train.py", shows)
    for words in (["train.py", "--lr", "1"], ["-m", "package.train", "--lr", "1"], ["package/train.py", "-q"]):
        if words[0] == "package/train.py":
            put(tmp_path, "package/train.py", shows.replace("from package.helper", "from helper"))
        environment = surroundings() | {"MODE": "x"}
        alone = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, cwd=tmp_path, env=environment)
        shown = confirm(tmp_path, "--shim", *words, MODE="x").err
        said = alone.stdout.replace("'train.py'", repr(str(tmp_path / "train.py")))
        assert [line for line in shown.splitlines() if line.startswith("[")] == said.replace(
            "'package/train.py'", repr(str(tmp_path / "package/train.py"))
        ).splitlines()


@pytest.mark.parametrize("library", LIBRARIES)
def test_training_loops_end_after_some_steps(tmp_path: Path, library: str) -> None:
    """The rest of the program still runs."""
    put(tmp_path, "train.py", TRAINING)
    outcome = confirm(tmp_path, library, "--complete", "train.py", "--epochs", "3")
    assert "batches: 3 ['--epochs', '3']" in outcome.err
    assert "confirmed" in outcome.out
    assert "training loops ended after 3 iterations (--steps)" in outcome.out
    assert "batches: 5 []" in confirm(tmp_path, library, "--complete", "--steps", "5", "train.py").err
    assert "batches: 19 []" in confirm(tmp_path, library, "--complete", "--steps", "0", "train.py").err


def test_a_program_ends_after_some_seconds(tmp_path: Path) -> None:
    """The events until then count; a claim that something never happens is not confirmed."""
    put(tmp_path, "train.py", TRAINING + "    while True:\n        pass\n")
    outcome = confirm(tmp_path, "--shim", "--seconds", "5", "--output-format", "json", "train.py")
    assert [(item["code"], item["status"]) for item in outcome.json] == [("GL202", "confirmed")]
    sleeping = textwrap.dedent(TRAINING).replace("for batch", "import time\ntime.sleep(1000)\nfor batch")
    put(tmp_path, "train.py", sleeping)
    (item,) = results(tmp_path, "--shim", "--seconds", "3", "train.py")
    assert (item["status"], item["witness"]["message"]) == ("not-reached", "line 14 did not run; the time limit of 3 seconds ended the run")


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell the memory of a process")
@pytest.mark.parametrize(
    "text",
    [
        "while True:\n    parts.append(b'x' * 10_000_000)\n",
        # Without a marker, in code that no signal interrupts for long, and by a list of many small objects.
        "parts = b'x' * (2 * 10**9)\n",
        "parts = torch.ones(500_000_000)\n",
        "parts = list(map(str, range(10**9)))\n",
    ],
)
@pytest.mark.parametrize(("library", "limit"), [(library, "500" if library == "--torch" else "300") for library in LIBRARIES])
def test_a_program_ends_at_its_memory_limit(tmp_path: Path, library: str, limit: str, text: str) -> None:
    """It does not take the machine with it, and what it has shown before counts."""
    put(tmp_path, "train.py", textwrap.dedent(TRAINING) + f"parts = []\n{text}print('ALLOCATED')\n")
    outcome = confirm(tmp_path, library, "--complete", "--memory", limit, "train.py")
    assert f"the memory limit of {limit} MB ended the program" in outcome.out
    assert "1 confirmed" in outcome.out
    assert "ALLOCATED" not in outcome.err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux refuses memory beyond a limit")
def test_the_line_that_exceeds_the_memory_limit_is_named(tmp_path: Path) -> None:
    put(tmp_path, "train.py", "import torch\nx = b'x' * (2 * 10**9)\n")
    outcome = confirm(tmp_path, "--shim", "--memory", "300", "train.py")
    assert "the memory limit of 300 MB ended the program on line 2 of train.py" in outcome.out
    assert "MemoryError" in outcome.err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the memory of all processes at once")
def test_processes_of_the_program_have_the_same_memory_limit(tmp_path: Path) -> None:
    """Also one that lifts the limit of the system."""
    child = "import resource, threading; resource.setrlimit(resource.RLIMIT_DATA, (-1, -1)); x = b'x' * 10**9; threading.Event().wait()"
    put(tmp_path, "train.py", f"import subprocess, sys, torch\nsubprocess.run([sys.executable, '-c', {child!r}])\nprint('ALLOCATED')\n")
    outcome = confirm(tmp_path, "--shim", "--memory", "300", "train.py")
    assert "the memory limit of 300 MB ended the program" in outcome.out
    assert "ALLOCATED" not in outcome.err


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_program_that_cannot_be_recorded_in_its_memory_limit_is_an_error(tmp_path: Path) -> None:
    """PyTorch alone, or a stand-in that is as large, exceeds the limit."""
    put(tmp_path, "train.py", "import torch\n")
    outcome = confirm(tmp_path, LIBRARIES[-1], "--memory", "10", "train.py")
    assert (outcome.status, outcome.out) == (2, "")
    assert "error: the memory limit of 10 MB ended the program before it could write its trace; raise the limit" in outcome.err


def test_a_notebook_is_run_cell_by_cell(tmp_path: Path) -> None:
    """Its magics are no Python; a finding names the cell."""
    cells = ["%matplotlib inline\nimport torch", "x = torch.ones(2, requires_grad=True)\ny = x.exp().sum()\ny.backward()", "y.backward()"]
    content = {"cells": [{"cell_type": "code", "source": text} for text in cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    put(tmp_path, "explore.ipynb", json.dumps(content))
    (item,) = results(tmp_path, "--shim", "explore.ipynb")
    assert (item["cell"], item["location"]["row"], item["code"], item["status"]) == (3, 1, "GL101", "confirmed")


def test_the_end_of_the_process_is_that_of_the_program(tmp_path: Path) -> None:
    """Files that are still open are written, and functions registered for the end are called."""
    put(tmp_path, "train.py", "import atexit, sys\natexit.register(print, 'registered')\nlog = open('log.txt', 'w')\nlog.write('line')\n")
    assert "registered" in confirm(tmp_path, "--shim", "train.py").err
    assert (tmp_path / "log.txt").read_text() == "line"


def test_findings_in_imported_files_are_evaluated(tmp_path: Path) -> None:
    """In those of the project, wherever the program imports them; other files are not part of the run."""
    put(tmp_path, "pyproject.toml", "")
    put(tmp_path, "steps.py", "def step(loss):\n    loss.backward()\n    loss.backward()\n")
    put(tmp_path, "other.py", TWICE)
    put(tmp_path, "train.py", "import torch\nfrom steps import step\nstep(torch.ones(2, requires_grad=True).exp().sum())\n")
    found = results(tmp_path, "--shim", "train.py")
    assert [(Path(item["filename"]).name, item["code"], item["status"]) for item in found] == [("steps.py", "GL101", "confirmed")]


def test_what_only_the_run_shows_is_reported(tmp_path: Path) -> None:
    """Code in a string is hidden from the analysis, and not from the run."""
    put(tmp_path, "train.py", textwrap.dedent(TWICE).replace("    y.backward()", "    exec('loss = y')\n    loss.backward()"))
    found = results(tmp_path, "--shim", "train.py")
    assert [(item["code"], item["status"], item["only_in_run"]) for item in found] == [("GL102", "confirmed", True)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "expected a script, a notebook, or -m MODULE"),
        (["-m"], "expected a script, a notebook, or -m MODULE"),
        (["missing.py"], "missing.py cannot be read"),
        (["--stepz", "3", "train.py"], "unknown option --stepz (did you mean --steps?)"),
        (["--python", "missing", "train.py"], "--python: missing is not a Python interpreter"),
        (["--shim", "-m", "missing.module"], "No module named"),
    ],
)
def test_errors_name_the_remedy(tmp_path: Path, words: list[str], said: str) -> None:
    """With status 2, and without a traceback of graphlint."""
    outcome = confirm(tmp_path, *words)
    assert outcome.status == 2
    assert said in outcome.err
    assert "Traceback" not in outcome.err


# The end of a run.

LOGGING = """
    import torch

    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0
    for epoch in range(5):
        for batch in torch.randn(20, 4, 3):
            optimizer.zero_grad()
            loss = model(batch).pow(2).mean()
            loss.backward()
            optimizer.step()
            total += loss
        print("epoch", epoch)
"""


def test_a_run_ends_when_every_finding_is_decided(tmp_path: Path) -> None:
    put(tmp_path, "log.py", LOGGING)
    ended, complete = confirm(tmp_path, "--shim", "log.py"), confirm(tmp_path, "--shim", "--complete", "log.py")
    assert "stopped when every finding was decided" in ended.out
    assert ("epoch 0" in ended.err, "epoch 2" in complete.err) == (False, True)
    assert (ended.status, complete.status) == (1, 1)


def test_a_run_goes_on_while_a_finding_is_open(tmp_path: Path) -> None:
    """An evaluation that builds a graph for nothing is shown only by the end of the program."""
    evaluation = """
        model.eval()
        for batch in torch.randn(2, 4, 3):
            print(model(batch).mean().item())
    """
    put(tmp_path, "log.py", textwrap.dedent(LOGGING) + textwrap.dedent(evaluation))
    done = confirm(tmp_path, "--shim", "--output-format", "json", "log.py")
    assert [(item["code"], item["status"]) for item in done.json] == [("GL202", "confirmed"), ("GL301", "confirmed")]
    assert "epoch 2" in done.err


def test_discarded_gradients_are_counted_in_bytes(tmp_path: Path) -> None:
    """The tensors saved by the part whose gradients are discarded: its input of 8 times 2 numbers."""
    text = """
        import torch
        from torch import nn

        generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
        generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
        discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
        for batch in range(3):
            discriminator_optimizer.zero_grad()
            discriminator(generator(torch.randn(8, 2))).mean().backward()
            discriminator_optimizer.step()
            generator_optimizer.zero_grad()
            (-discriminator(generator(torch.randn(8, 2))).mean()).backward()
            generator_optimizer.step()
    """
    put(tmp_path, "gan.py", text)
    (found,) = results(tmp_path, "--shim", "gan.py")
    assert (found["code"], found["status"]) == ("GL308", "confirmed")
    assert found["witness"]["bytes"] == {"per_iteration": 64, "total": 192}


def test_a_gradient_that_is_reset_later_is_not_confirmed_before(tmp_path: Path) -> None:
    """An error ends the program before the reset, so that it is not shown that none follows."""
    text = """
        import torch

        weight = torch.ones(3, requires_grad=True)
        weight.exp().sum().backward(create_graph=True)
        raise ValueError("no data")
        weight.grad = None
    """
    put(tmp_path, "curvature.py", text)
    assert "confirmed" not in " ".join(statuses(tmp_path, "--shim", "curvature.py"))


# Programs of several files: one leak is one finding, at the statement that stores the graph.

AGENT = """
    import torch
    from torch import nn


    class Agent:
        def __init__(self):
            self.q, self.target = nn.Linear(4, 2), nn.Linear(4, 2)
            self.optimizer = torch.optim.SGD(self.q.parameters(), lr=0.1)

        def learn(self, states):
            with torch.no_grad():
                wanted = self.target(states)
            loss = (self.q(states) - wanted).pow(2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            return loss

        def sync(self):
            self.target.load_state_dict(self.q.state_dict())
"""
PLAY = """
    import torch

    from agent import Agent


    def main():
        agent, total = Agent(), 0
        for episode in range(5):
            for step in range(4):
                loss = agent.learn(torch.randn(8, 4))
                total += loss
            agent.sync()
        print(float(total))


    main()
"""


def places(folder: Path, *words: str) -> list[str]:
    """Return the file, the row, the code and the status of each finding."""
    return [f"{Path(item['filename']).name}:{item['location']['row']} {item['code']} {item['status']}" for item in results(folder, *words)]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_call_that_returns_after_a_loop_stores_nothing(tmp_path: Path, library: str) -> None:
    """The callee's statements do not reach the names of its caller, which are the same after it."""
    put(tmp_path, "agent.py", AGENT)
    put(tmp_path, "main.py", PLAY)
    assert places(tmp_path, library, "--complete", "main.py") == ["main.py:11 GL202 confirmed"]


def test_an_average_in_another_file_is_one_finding(tmp_path: Path) -> None:
    """The epochs print, and sample from the averaged weights: neither accumulates."""
    average = """
        class Average:
            def __init__(self, model):
                self.model = model
                self.weights = [p.clone() for p in model.parameters()]

            def update(self):
                for i, p in enumerate(self.model.parameters()):
                    self.weights[i] = 0.9 * self.weights[i] + 0.1 * p

            def sample(self, x):
                weight, bias = self.weights
                return x @ weight.T + bias
    """
    training = """
        import torch
        from average import Average


        class Trainer:
            def __init__(self):
                self.model = torch.nn.Linear(4, 2)
                self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
                self.average = Average(self.model)

            def epoch(self, number):
                total = 0.0
                for images in torch.randn(5, 8, 4):
                    self.optimizer.zero_grad()
                    loss = self.model(images).pow(2).mean()
                    loss.backward()
                    self.optimizer.step()
                    self.average.update()
                    total += loss.item()
                print(number, total)


        trainer = Trainer()
        for epoch in range(3):
            trainer.epoch(epoch)
            images = trainer.average.sample(torch.randn(2, 4))
            print(images.shape)
    """
    put(tmp_path, "average.py", average)
    put(tmp_path, "main.py", training)
    assert places(tmp_path, "--shim", "--complete", "main.py") == ["average.py:8 GL202 confirmed"]


WINDOW = """
    import torch

    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    last = []
    for batch in torch.randn(12, 8, 4):
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        last = [loss, *last][:3]
    print(sum(loss.item() for loss in last))
"""


def test_a_window_of_graphs_refutes_that_every_graph_is_stored(tmp_path: Path) -> None:
    """Each iteration stores a graph, and as many are released."""
    put(tmp_path, "main.py", WINDOW)
    (found,) = results(tmp_path, "--shim", "--steps", "0", "main.py")
    assert (found["code"], found["status"]) == ("GL203", "refuted")
    assert found["witness"]["message"].endswith("graphs of only 2 of its 12 iterations exist besides the last")


def test_an_undecided_finding_says_what_its_rule_lacks(tmp_path: Path) -> None:
    """The run has five batches: steps after the fourth and the last one show no period."""
    text = """
        import torch

        model = torch.nn.Linear(3, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        batches = torch.randn(5, 4, 3)
        for i, batch in enumerate(batches):
            optimizer.zero_grad()
            model(batch).pow(2).mean().backward()
            if (i + 1) % 4 == 0 or i + 1 == len(batches):
                optimizer.step()
    """
    put(tmp_path, "main.py", text)
    (found,) = results(tmp_path, "--shim", "--steps", "0", "main.py")
    assert (found["code"], found["status"]) == ("GL505", "undecided")
    assert found["witness"]["message"].startswith("line 7 ran 5 times, and in this run nothing shows that the loop accumulates gradients")


def test_a_line_that_ran_without_evidence_is_undecided(tmp_path: Path) -> None:
    """An evaluation whose graph may still be used: the run ends before."""
    text = """
        import torch

        model = torch.nn.Linear(3, 1)
        model.eval()
        for batch in torch.randn(3, 4, 3):
            print(model(batch).mean().item())
        raise SystemError
    """
    put(tmp_path, "main.py", text)
    outcome = confirm(tmp_path, "--shim", "main.py")
    assert "1 finding: 1 undecided." in outcome.out
    assert "= undecided: line 6 ran 3 times, which neither shows nor disproves it; SystemError ended the run on line 7" in outcome.out


def test_a_schedule_by_a_function_is_saved_without_it(tmp_path: Path) -> None:
    """As PyTorch does: a function in a function cannot be pickled, and the program would end there."""
    (tmp_path / "train.py").write_text(
        textwrap.dedent("""
            import torch
            from torch.optim.lr_scheduler import LambdaLR, PolynomialLR

            def schedules(optimizer):
                return LambdaLR(optimizer, lambda epoch: 0.5**epoch), PolynomialLR(optimizer, total_iters=4, power=2.0)

            model = torch.nn.Linear(3, 1)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            first, second = schedules(optimizer)
            model(torch.randn(4, 3)).mean().backward()
            optimizer.step()
            second.step()
            print(round(optimizer.param_groups[0]["lr"], 6))
            torch.save({"first": first.state_dict(), "second": second.state_dict()}, "state.pt")
        """)
    )
    for library in LIBRARIES:
        done = confirm(tmp_path, library, "train.py")
        assert "Traceback" not in done.err
        assert "0.05625" in done.err
