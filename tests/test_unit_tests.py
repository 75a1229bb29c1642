"""Code that only pytest or unittest runs: what is not reported there, and what is no unit test in spite of its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Run

EVALUATE = """\
def {name}({receiver}model, batches):
    model.eval()
    right = 0
    for x in batches:
        right += int(model(x).argmax(1).sum())
    return right
"""
HEAD = "import torch\nfrom torch import nn\n"
BATCHES = "[torch.randn(2, 3) for _ in range(3)]"
CALL = f"{{name}}(nn.Linear(3, 2), {BATCHES})"


def function(name: str, receiver: str = "") -> str:
    return EVALUATE.format(name=name, receiver=receiver)


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def call(name: str) -> str:
    return CALL.format(name=name)


def found(run: Run, project: Path, files: dict[str, str], *options: str) -> list[str]:
    """The file and the code of each finding in a project."""
    (project / "pyproject.toml").touch()
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    outcome = run(".", "--no-cache", "--output-format", "json", *options)
    assert outcome.err == ""
    return [f"{Path(item['filename']).relative_to(project).as_posix()} {item['code']}" for item in outcome.json]


TESTS = {
    "function": {"test_model.py": f"{HEAD}\n{function('test_accuracy')}"},
    "nested function": {"model_test.py": f"{HEAD}\ndef test_accuracy():\n{indented(function('measure'))}    {call('measure')}\n"},
    "nested function that is passed on": {
        "model_test.py": f"{HEAD}from runner import run\n\ndef test_accuracy():\n{indented(function('measure'))}    run(measure)\n"
    },
    "test case": {"checks.py": f"{HEAD}import unittest\n\nclass Accuracy(unittest.TestCase):\n{indented(function('check', 'self, '))}"},
    "indirect test case": {
        "checks.py": f"{HEAD}from lab import LabTestCase\n\nclass Base(LabTestCase):\n    pass\n\nclass Accuracy(Base):\n"
        f"{indented(function('check', 'self, '))}"
    },
    "test class": {"test_model.py": f"{HEAD}\nclass TestModel:\n{indented(function('test_accuracy', 'self, '))}"},
    "helper": {"test_model.py": f"{HEAD}\n{function('measure')}\ndef test_accuracy():\n    assert {call('measure')} >= 0\n"},
    "helper of a helper": {
        "test_model.py": f"{HEAD}\n{function('measure')}\ndef again(model, batches):\n    return measure(model, batches)\n"
        f"\ndef test_accuracy():\n    assert {call('again')} >= 0\n"
    },
    "method of a helper": {
        "test_model.py": f"{HEAD}\nclass Meter:\n{indented(function('measure', 'self, '))}"
        f"\ndef test_accuracy():\n    {call('Meter().measure')}\n"
    },
    "helper in a table": {
        "test_model.py": f"{HEAD}import pytest\n\n{function('measure')}\n@pytest.mark.parametrize('measured', [measure])\n"
        f"def test_accuracy(measured):\n    {call('measured')}\n"
    },
    "fixture": {
        "conftest.py": f"{HEAD}import pytest\n\n@pytest.fixture(scope='session')\ndef scores():\n"
        f"    return {call('measure')}\n\n{function('measure')}"
    },
    "helper of another file": {
        "tests/common.py": f"{HEAD}\n{function('measure')}",
        "tests/test_model.py": f"{HEAD}from tests.common import measure\n\ndef test_accuracy():\n    {call('measure')}\n",
    },
    "helper that two files are between": {
        "tests/loops.py": f"{HEAD}\n{function('measure')}",
        "tests/common.py": "from tests.loops import measure\n\ndef check(model, batches):\n    assert measure(model, batches) >= 0\n",
        "tests/test_model.py": f"{HEAD}from tests.common import check\n\ndef test_accuracy():\n    {call('check')}\n",
    },
    "mixin of another file": {
        "tests/common.py": f"class Accuracy:\n{indented(function('measure', 'self, '))}",
        "tests/test_model.py": f"{HEAD}from tests.common import Accuracy\n\nclass TestModel(Accuracy):\n    def test_it(self):\n"
        f"        {call('self.measure')}\n",
    },
    "run by unittest's main": {
        "test_model.py": f"{HEAD}import unittest\n\nclass Accuracy(unittest.TestCase):\n{indented(function('test_it', 'self, '))}"
        "\nif __name__ == '__main__':\n    unittest.main()\n"
    },
}


@pytest.mark.parametrize("name", TESTS)
def test_graphs_of_unit_tests_are_not_reported(run: Run, project: Path, name: str) -> None:
    """The setting brings each of them back, so that none is silent for another reason."""
    assert found(run, project, TESTS[name]) == []
    (each,) = set(found(run, project, TESTS[name], "--unit-tests", "all"))
    assert each.endswith("GL301")


PROGRAMS = {
    "script": {"test_model.py": f"{HEAD}\n{function('test')}\n{call('test')}\n"},
    "guarded script": {"test_model.py": f"{HEAD}\n{function('test')}\nif __name__ == '__main__':\n    {call('test')}\n"},
    "script with arguments that are not known": {
        "test_model.py": f"import sys\n{HEAD}\n{function('test')}\ndef main():\n    test(load(sys.argv[1]), [])\n"
        "\nif __name__ == '__main__':\n    main()\n"
    },
    "started by another process": {
        "test_model.py": f"{HEAD}import torch.multiprocessing as mp\n\n{function('test')}\nif __name__ == '__main__':\n    mp.spawn(test)\n"
    },
    "started by fire": {"test_model.py": f"{HEAD}import fire\n\n{function('test')}\nif __name__ == '__main__':\n    fire.Fire()\n"},
    "evaluation of a training program": {
        "test_model.py": f"{HEAD}\n{function('test')}",
        "train.py": f"{HEAD}from test_model import test\n\nprint({call('test')})\n",
    },
    "not in a test file": {"model.py": f"{HEAD}\n{function('test')}"},
    "class of a script": {
        "test_model.py": f"{HEAD}\nclass Tester:\n{indented(function('run', 'self, '))}"
        f"\nif __name__ == '__main__':\n    {call('Tester().run')}\n"
    },
    "program that is also tested": {
        "lab.py": f"{HEAD}\n{function('measure')}",
        "main.py": f"{HEAD}from lab import measure\n\nprint({call('measure')})\n",
        "test_lab.py": f"{HEAD}from lab import measure\n\ndef test_measure():\n    {call('measure')}\n",
    },
    "function of a library that only tests call": {
        "lab/__init__.py": "from .loops import measure\n",
        "lab/loops.py": f"{HEAD}\n{function('measure')}",
        "tests/test_loops.py": f"{HEAD}from lab import measure\n\ndef test_measure():\n    {call('measure')}\n",
    },
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_reported_whatever_their_names(run: Run, project: Path, name: str) -> None:
    (each,) = found(run, project, PROGRAMS[name])
    assert each.endswith("GL301")


def test_mistakes_in_unit_tests_are_reported(run: Run, project: Path) -> None:
    """An error that PyTorch raises, a mode switch without effect, a removed name."""
    text = f"{HEAD}\ndef test_loss(model: nn.Module):\n    model.eval\n    torch.no_grad()\n    loss = model(torch.ones(3)).sum()\n"
    text += "    loss.backward(retain_variables=True)\n    kept = [loss]\n    loss.backward()\n    return kept\n"
    assert found(run, project, {"test_loss.py": text}) == [f"test_loss.py {code}" for code in ("GL303", "GL302", "GL901")]
    text = text.replace("retain_variables=True", "")
    assert found(run, project, {"test_loss.py": text}) == [f"test_loss.py {code}" for code in ("GL303", "GL302", "GL101")]


def test_the_silence_is_explained(run: Run, project: Path) -> None:
    (project / "test_model.py").write_text(TESTS["function"]["test_model.py"])
    assert (
        "GL301[eval-builds-graph]: found, but not reported in unit tests (setting unit-tests)"
        in run("--explain-silence", "test_model.py:8").out
    )


def test_suppressions_in_unit_tests_are_not_unused(run: Run, project: Path) -> None:
    """Whether the rule would find something there or not; elsewhere in the file they are."""
    text = TESTS["function"]["test_model.py"].replace("right = 0", "right = 0  # noqa: GL203").replace(".sum())", ".sum())  # noqa: GL301")
    text += "\nnumber = 1  # noqa: GL301\n"
    assert found(run, project, {"test_model.py": text}) == ["test_model.py GL001"]
    assert found(run, project, {"test_model.py": text}, "--unit-tests", "all") == ["test_model.py GL001"] * 2


def test_one_file_and_standard_input_agree_with_the_project(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = TESTS["helper"].values()
    (project / "test_model.py").write_text(text)
    assert run("test_model.py").status == 0
    assert run("test_model.py", "--unit-tests", "all").status == 1
    monkeypatch.setattr("sys.stdin", (project / "test_model.py").open(encoding="utf-8"))
    assert run("-", "--stdin-filename", "test_model.py").status == 0


def test_what_is_cached_depends_on_the_files_that_import_a_test(run: Run, project: Path) -> None:
    """A program that begins to use a test makes it one of its functions."""
    files = PROGRAMS["evaluation of a training program"]
    for name, text in files.items():
        (project / name).write_text(text)

    def codes(*options: str) -> list[str]:
        return [item["code"] for item in json.loads(run(".", "--output-format", "json", *options).out)]

    assert codes() == codes() == ["GL301"]
    (project / "train.py").write_text("import torch\nfrom torch import nn\n")
    assert codes() == []
    assert codes("--unit-tests", "all") == ["GL301"]
    (project / "train.py").write_text(files["train.py"])
    assert codes() == ["GL301"]


def test_fixes_make_no_difference_in_unit_tests(run: Run, project: Path) -> None:
    """A fix is made where a finding is reported, and the tests of the same file stay as they are."""
    text = TESTS["function"]["test_model.py"] + "\n" + function("evaluate") + f"\nprint({call('evaluate')})\n"
    (project / "test_model.py").write_text(text)
    run("--fix", "test_model.py")
    fixed = (project / "test_model.py").read_text()
    assert fixed.count("no_grad") == 1
    assert fixed.index("no_grad") > fixed.index("return right")
    assert run("test_model.py").status == 0
