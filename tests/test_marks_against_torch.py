"""The marks of the programs in tests/programs agree with what real PyTorch does."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import marked_programs
import pytest
from forks import forking_environment

HERE = Path(__file__).parent
PROGRAMS = [
    path
    for path in marked_programs.sampled(marked_programs.PROGRAMS, 4, 4)
    if marked_programs.name_of(path) not in marked_programs.exceptions("torch marks")
]


def torch_is_installed() -> bool:
    # The distribution is asked for, as the runtime shim is a package of the same name.
    try:
        importlib.metadata.distribution("torch")
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


pytestmark = [
    pytest.mark.torch,
    pytest.mark.skipif(not torch_is_installed(), reason="PyTorch is not installed, so the marks cannot be held against it"),
]


@pytest.fixture(scope="session")
def disagreements() -> dict[str, list[str]]:
    """The disagreements that marks_against_torch.py prints for each program, from one run over all that are chosen."""
    command = [sys.executable, str(HERE / "marks_against_torch.py"), "--json", *map(str, PROGRAMS)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=forking_environment())
    assert run.returncode in (0, 1), run.stderr[-2000:]
    said: dict[str, list[str]] = json.loads(run.stdout)
    return said


@pytest.mark.sampled
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: str(path.relative_to(HERE / "programs")))
def test_program_does_what_its_marks_say(program: Path, disagreements: dict[str, list[str]]) -> None:
    """A mark that PyTorch does not confirm would make the analysis wrong."""
    assert disagreements[str(program.resolve())] == []


# Small programs whose marks are wrong, each in another way: with the words of the disagreement that must be printed.
LEAF = "import torch\nx = torch.ones(2, requires_grad=True)\n"
LOOP = "o, kept = torch.optim.SGD([x]), []\nfor _ in range(5):\n    "
LIES = {
    "gl101/runs.py": (LEAF + "x.sum().backward()  # ! GL101\n", "runs to its end"),
    "gl101/elsewhere.py": (LEAF + "y = x.exp().sum()\ny.backward()\ny.backward()\nx.sum()  # ! GL101\n", "raises where no mark says so"),
    "gl102/other_words.py": (LEAF + "x.detach().sum().backward()  # ! GL102\n", "in other words"),
    "general/raises.py": (LEAF + "x.detach().sum().backward()\n", "raises where no mark says so"),
    "general/needless.py": (LEAF + "x.exp().sum().backward(retain_graph=True)\n", "runs as well without retain_graph"),
    "gl201/needed.py": (
        LEAF + "y = x.exp().sum()\ny.backward(retain_graph=True)  # ! GL201\ny.backward()\n",
        "raises without retain_graph",
    ),
    "gl203/grows.py": (LEAF + LOOP + "kept.append(x.exp().sum().item())  # ! GL203\n", "no loop's graphs grow"),
    "gl203/grows_ok.py": (LEAF + LOOP + "kept.append(x.exp().sum())\n", "the twin still grows"),
    "gl301/frozen.py": ("import torch\nm = torch.nn.Linear(2, 2).requires_grad_(False)\nm(torch.ones(2))  # ! GL301\n", "builds a graph"),
    "gl301/walked.py": (
        "import torch\nm = torch.nn.Linear(2, 2)\nm(torch.ones(2)).sum().backward()  # ! GL301\n",
        "reaches what it builds",
    ),
    "general/reuses.py": (LEAF + LOOP + "x.exp().sum().backward()\n    o.step()\n", "gradients that an earlier step has used"),
    "gl501/zeroes.py": (
        LEAF + LOOP + "o.zero_grad()\n    x.exp().sum().backward()  # ! GL501\n    o.step()\n",
        "no step uses a gradient twice",
    ),
    "gl601/trains.py": (LEAF + LOOP + "o.zero_grad()\n    x.exp().sum().backward()\n    o.step()  # ! GL601\n", "finds a gradient"),
    "general/steps_on_nothing.py": (LEAF + LOOP + "o.step()\n", "never finds a gradient"),
    "general/warns.py": (LEAF + "y = x * 2\ny.sum().backward()\nprint(y.grad)\n", "PyTorch warns"),
}


@pytest.fixture(scope="session")
def lies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The disagreements that marks_against_torch.py prints for programs with wrong marks."""
    home = tmp_path_factory.mktemp("lies")
    for name, (text, _) in LIES.items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    command = [sys.executable, str(HERE / "marks_against_torch.py"), "--json", str(home)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=forking_environment())
    assert run.returncode == 1, run.stderr[-2000:]
    return {Path(path).relative_to(home.resolve()).as_posix(): said for path, said in json.loads(run.stdout).items()}


@pytest.mark.parametrize("name", LIES)
def test_a_wrong_mark_is_noticed(name: str, lies: dict[str, list[str]]) -> None:
    """A harness that agrees with everything would prove nothing."""
    assert [problem for problem in lies[name] if LIES[name][1] in problem]
