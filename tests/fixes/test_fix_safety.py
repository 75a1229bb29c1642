"""A fix that detaches or frees a graph is safe only if all code that may use the graph was analyzed."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest
from support import Run

SETUP = """\
import torch
from torch import nn

"""

# Each program has one finding of the rule that names it.
UNSAFE = {
    "GL201 the loss is a parameter": """\
        def finish(model, optimizer, loss):
            out = model(torch.ones(2, 2)).exp().mean()
            (loss * out).backward(retain_graph=True)
            optimizer.step()
            optimizer.zero_grad()
        """,
    "GL201 unresolved code computes the loss": """\
        from losses import criterion

        model = nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(3):
            optimizer.zero_grad()
            loss = criterion(model(torch.ones(2, 2)).exp())
            loss.backward(retain_graph=True)
            optimizer.step()
        """,
    "GL201 two losses of one matrix that a constructor built": """\
        from priors import Prior, loss

        def compare(values):
            matrix = torch.randn(3, 3, requires_grad=True)
            prior, other = Prior(matrix), Prior(matrix)

            def expected(batch):
                return prior.expected(batch)

            def actual(batch):
                return other.expected(batch) + 1

            first, second = loss(expected, values), loss(actual, values)
            one = torch.autograd.grad(first, [matrix], retain_graph=True)
            two = torch.autograd.grad(second, [matrix])
            print(one, two)

        compare(torch.randn(4, 3))
        """,
    "GL201 a function that other code only mentions receives the loss": """\
        from registry import register

        def finish(loss):
            loss.backward(retain_graph=True)

        register(finish)
        model = nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        optimizer.zero_grad()
        finish(model(torch.ones(2, 2)).exp().mean())
        optimizer.step()
        """,
    "GL301 unresolved code receives the output": """\
        from explanations import explain

        def evaluate(loader):
            model = nn.Linear(2, 1)
            model.eval()
            for x in loader:
                explain(model(x))
        """,
    "GL304 a function that nothing executes gets the output": """\
        model = nn.Linear(2, 1)

        def scores(x):
            out = model(x)
            return out

        table = {"sum": lambda x: scores(x).sum()}
        for _ in range(3):
            print(scores(torch.ones(2, 2)).detach().numpy())
        """,
}

SAFE = {
    "GL201 everything is visible": """\
        def finish(loss):
            loss.backward(retain_graph=True)

        model = nn.Linear(2, 1)
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(3):
            optimizer.zero_grad()
            finish(model(torch.ones(2, 2)).exp().mean())
            optimizer.step()
        """,
    "GL201 the model and the loader are of libraries": """\
        import timm
        from torchvision import datasets

        def train(model, loader, optimizer):
            for x, y in loader:
                optimizer.zero_grad()
                loss = nn.functional.cross_entropy(model(x), y)
                if torch.isnan(loss):
                    raise RuntimeError("diverged")
                loss.backward(retain_graph=True)
                optimizer.step()

        model = timm.create_model("resnet18")
        loader = torch.utils.data.DataLoader(datasets.MNIST("data"))
        train(model, loader, torch.optim.SGD(model.parameters(), 0.1))
        """,
    "GL203 the stored losses are freed": """\
        def train(model, loader, optimizer):
            losses = []
            for x in loader:
                optimizer.zero_grad()
                loss = model(x).exp().mean()
                loss.backward()
                optimizer.step()
                losses.append(loss)
            return losses

        model = nn.Linear(2, 1)
        train(model, [torch.ones(2, 2)] * 3, torch.optim.SGD(model.parameters(), 0.1))
        """,
    "GL301 the program shows all uses of the output": """\
        def evaluate(model, loader):
            model.eval()
            total = 0
            for x in loader:
                total += model(x).argmax().item()
            return total

        evaluate(nn.Linear(2, 2), [torch.ones(1, 2)])
        """,
    "GL304 all callers of the function are in the file": """\
        model = nn.Linear(2, 1)

        def scores(x):
            out = model(x)
            return out

        for _ in range(3):
            print(scores(torch.ones(2, 2)).detach().numpy())
        """,
}


def applicabilities(run: Run, name: str, code: str) -> list[str]:
    """The applicability of each fix for a rule in a file."""
    done = run(name, "--isolated", "--select", code, "--output-format", "json")
    return [item["fix"]["applicability"] for item in json.loads(done.out)]


def program(text: str) -> str:
    return SETUP + textwrap.dedent(text)


@pytest.mark.parametrize("name", UNSAFE)
def test_fix_is_unsafe_if_other_code_may_use_the_graph(run: Run, project: Path, name: str) -> None:
    (project / "main.py").write_text(program(UNSAFE[name]))
    assert applicabilities(run, "main.py", name[:5]) == ["unsafe"]


@pytest.mark.parametrize("name", SAFE)
def test_fix_is_safe_if_all_code_was_analyzed(run: Run, project: Path, name: str) -> None:
    (project / "main.py").write_text(program(SAFE[name]))
    assert applicabilities(run, "main.py", name[:5]) == ["safe"]


def test_fix_is_unsafe_if_a_caller_in_another_file_is_not_executed(run: Run, project: Path) -> None:
    """It calls the helper twice with one loss, which needs `retain_graph=True`."""
    (project / "main.py").write_text(program(SAFE["GL201 everything is visible"]))
    (project / "other.py").write_text(
        "from main import finish\nfrom runner import loss_of, repeat\n\n\ndef twice(step):\n    step()\n    step()\n\n\n"
        "repeat(twice, lambda: finish(loss_of()))\n"
    )
    assert applicabilities(run, ".", "GL201") == ["unsafe"]


STEP = """\
import torch


def finish(loss, optimizer):
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
"""
MAIN = """\
import torch
from step import finish

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for _ in range(3):
    finish(model(torch.ones(2, 2)).exp().mean(), optimizer)
"""


def test_fix_is_safe_if_the_callers_of_another_file_were_executed(run: Run, project: Path) -> None:
    (project / "step.py").write_text(STEP)
    (project / "main.py").write_text(MAIN)
    assert applicabilities(run, ".", "GL201") == ["safe"]


@pytest.mark.parametrize(
    "caller",
    [
        "from step import finish\nfrom registry import register\n\nregister(finish)\n",
        "from step import finish as end\nfrom runner import run\n\nrun(lambda loss: end(loss))\n",
        "import step\nfrom runner import run\n\nrun(lambda loss: step.finish(loss))\n",
    ],
)
def test_fix_is_unsafe_if_a_third_file_may_call_the_function(run: Run, project: Path, caller: str) -> None:
    (project / "step.py").write_text(STEP)
    (project / "main.py").write_text(MAIN)
    (project / "third.py").write_text(caller)
    assert applicabilities(run, ".", "GL201") == ["unsafe"]


def test_fix_is_unsafe_if_the_caller_also_passes_the_function_on(run: Run, project: Path) -> None:
    (project / "step.py").write_text(STEP)
    (project / "main.py").write_text(MAIN.replace("import finish", "import finish\nfrom step import finish as end\nfrom runner import run"))
    assert applicabilities(run, ".", "GL201") == ["unsafe"]


def test_unsafe_fix_is_not_applied_by_default(run: Run, project: Path) -> None:
    text = program(UNSAFE["GL201 unresolved code computes the loss"])
    (project / "main.py").write_text(text)
    run("main.py", "--isolated", "--fix", "--select", "GL201")
    assert (project / "main.py").read_text() == text
    run("main.py", "--isolated", "--fix", "--unsafe-fixes", "--select", "GL201")
    assert "retain_graph" not in (project / "main.py").read_text()
