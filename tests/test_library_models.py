"""Library models: the built-in tables are valid, names are found at any depth, and users' entries have the same vocabulary."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from support import Run

from graphlint.libraries import tables
from graphlint.libraries.vocabulary import OF_CLASSES, Effect, problems

TABLES = dict(tables.tables())
SHARED = {"any_package", "any_receiver"}
HEAD = "import torch\nimport mylib\n\n"


@pytest.mark.parametrize("name", TABLES)
def test_every_entry_is_valid(name: str) -> None:
    effects = TABLES[name]["effects"]
    assert isinstance(effects, dict)
    assert effects
    assert [f"{entry}: {problem}" for entry, value in effects.items() for problem in problems(value)] == []


def test_every_table_has_packages_and_no_package_has_two() -> None:
    assert {tables.file_of(package) for package in tables.packages()} == TABLES.keys() - SHARED
    assert [package for package, count in Counter(tables.packages()).items() if count > 1] == []


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("torchvision.models.resnet18", Effect.MAKES_MODULE),
        ("torchvision.models.detection.fasterrcnn_resnet50_fpn", Effect.MAKES_MODULE),
        ("transformers.models.auto.AutoModel.from_pretrained", Effect.MAKES_MODULE),
        ("transformers.AutoTokenizer.from_pretrained", Effect.UNKNOWN),
        ("timm.layers.DropPath", Effect.LAYER_CLASS),
        ("timm.layers.trunc_normal_", None),
        ("mylib.Model.from_pretrained", Effect.MAKES_MODULE),
        ("mylib.function", None),
    ],
)
def test_a_name_is_found_at_any_depth(name: str, effect: Effect | None) -> None:
    """The longest entry wins; an entry of a class holds for capitalized names only."""
    found = tables.of_function(name)
    assert (found and found.effect) == effect


def test_entries_of_classes_and_methods_are_not_calls_of_functions() -> None:
    assert all(
        (entry := tables.of_base(name)) and entry.effect in OF_CLASSES for name in ("pl.LightningModule", "dgl.nn.pytorch.GraphConv")
    )
    assert tables.of_base("mylib.helper") is None
    assert tables.of_function("LightningModule.training_step") is None
    method = tables.of_method(".base.Trainer", "compute_loss")
    assert method is not None
    assert (method.effect, method.modules) == (Effect.REPEATED, ("model",))


def findings(run: Run, project: Path, effects: str, text: str) -> list[tuple[int, str]]:
    """Row and code of each finding, the setting `effects` being as given."""
    (project / "graphlint.toml").write_text(f"[effects]\n{effects}\n")
    (project / "a.py").write_text(HEAD + text)
    outcome = run("a.py", "--output-format", "json")
    assert outcome.err == ""
    return [(item["location"]["row"], item["code"]) for item in outcome.json]


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        (
            '"mylib.make" = "makes a module"',
            "model = mylib.make()\nmodel.eval()\nfor _ in range(3):\n    print(model(torch.randn(3)))\n",
            [(7, "GL301")],
        ),
        (
            '"mylib.Adam8bit" = "makes an optimizer"',
            "model = torch.nn.Linear(3, 3)\noptimizer = mylib.Adam8bit(model.parameters())\nfor _ in range(3):\n"
            "    loss = model(torch.randn(3)).sum()\n    loss.backward()\n    optimizer.step()\n",
            [(8, "GL501")],
        ),
        (
            '"mylib.wrap" = { effect = "returns its arguments", arguments = ["loss"], parameters = ["scale", "loss"] }',
            "w = torch.randn(3, requires_grad=True)\nloss = mylib.wrap(2, (w * w).sum())\nloss.backward()\nloss.backward()\n",
            [(7, "GL101")],
        ),
        (
            '"mylib.Base" = "module class"',
            "class Net(mylib.Base):\n    def __init__(self):\n        super().__init__()\n        self.a = torch.nn.Linear(3, 3)\n\n"
            "    def infer(self, x):\n        return self.a(x)\n\n\nnet = Net()\nnet.eval\nfor _ in range(3):\n"
            "    print(net(torch.randn(3)))\n",
            [(14, "GL303")],
        ),
        (
            '"mylib.Base.check" = "called without grad"',
            "class Net(mylib.Base):\n    def check(self, model, batches):\n        model.eval()\n        total = 0\n"
            "        for x in batches:\n            total += model(x).sum()\n        return total\n",
            [],
        ),
        (
            '"mylib.run" = "calls its argument repeatedly"',
            "model = torch.nn.Linear(3, 3)\nlosses = []\n\n\ndef step(x):\n    losses.append(model(x).sum())\n\n\nmylib.run(step)\n",
            [(9, "GL203")],
        ),
        (
            '"mylib.step" = "runs backward"',
            "w = torch.randn(3, requires_grad=True)\nloss = (w * w).sum()\nmylib.step(loss)\nloss.backward()\n",
            [(7, "GL101")],
        ),
        (
            '"mylib.step" = "runs backward"',
            "w = torch.randn(3, requires_grad=True)\nloss = (w * w).sum()\nmylib.step(loss, retain_graph=True)\nloss.backward()\n",
            [],
        ),
        (
            '"mylib.step" = { effect = "runs backward and steps", arguments = ["loss", "optimizer"], condition = ["update"] }',
            "model = torch.nn.Linear(3, 3)\noptimizer = torch.optim.SGD(model.parameters())\nmodel.train()\nfor _ in range(3):\n"
            "    mylib.step(model(torch.randn(3)).sum(), optimizer)\n",
            [(8, "GL501")],
        ),
        (
            '"mylib.Base.observe" = "called for each batch"',
            "class Net(mylib.Base):\n    def __init__(self):\n        self.a = torch.nn.Linear(3, 3)\n        self.total = 0\n\n"
            "    def observe(self):\n        self.total += self.a(torch.randn(3)).sum()\n",
            [(10, "GL202")],
        ),
        (
            '"mylib.step" = "walks"',
            "w = torch.randn(3, requires_grad=True)\nloss = (w * w).sum()\nmylib.step(loss)\nloss.backward()\n",
            [(7, "GL101")],
        ),
    ],
)
def test_an_entry_of_the_setting_has_its_effect(run: Run, project: Path, entry: str, text: str, found: list[tuple[int, str]]) -> None:
    """Without the entry, nothing is known of the library, and these findings are not there."""
    assert findings(run, project, entry, text) == found


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('"mylib.f" = { effect = "detaches", arguments = ["x"] }', "'detaches' has no 'arguments'"),
        ('"mylib.f" = { effect = "returns its arguments", arguments = "x" }', "arguments: expected a list of names of parameters"),
        ('"mylib.f" = { arguments = ["x"] }', "expected one of detaches,"),
    ],
)
def test_a_wrong_table_is_an_error_that_names_the_entry(run: Run, project: Path, entry: str, message: str) -> None:
    (project / "graphlint.toml").write_text(f"[effects]\n{entry}\n")
    (project / "a.py").write_text("import torch\n")
    outcome = run("a.py")
    assert outcome.status == 2
    assert f"mylib.f: {message}" in outcome.err
