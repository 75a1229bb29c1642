"""Files of which the summary shows that no run can have a finding are not executed; others are."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphlint.check.analyze import analyze
from graphlint.project.project import Project
from graphlint.rule.registry import discover
from graphlint.source.source import Source

SILENT = {
    "a library of layers": (
        "import torch\n\nSIZES = dict(small=8, large=64)\n\n\n"
        "class Net(torch.nn.Module):\n    def __init__(self, size):\n        super().__init__()\n"
        "        self.layer = torch.nn.Linear(size, 1)\n\n"
        "    def forward(self, x):\n        return self.layer(x)\n\n\n"
        "def build(name):\n    return Net(SIZES[name])\n"
    ),
    "calls of helpers": "import torch\n\n\ndef size(name):\n    return dict(name=name, pool=torch.nn.ReLU)\n\n\nSMALL = size('small')\n",
    "a script that reads options": (
        "import torch\nimport argparse\n\n\ndef main():\n    print(argparse.ArgumentParser().parse_args())\n\n\nmain()\n"
    ),
}
ACTIVE = {
    "an in-place change in the module's code": "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\nw += 1\n",
    "an in-place change in a function": (
        "import torch\n\n\ndef main():\n    w = torch.nn.Parameter(torch.ones(3))\n    w[0] = 1\n\n\n"
        "if __name__ == '__main__':\n    main()\n"
    ),
    "an in-place change in a constructor": (
        "import torch\n\n\nclass Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.w = torch.nn.Parameter(torch.ones(3))\n        self.w += 1\n\n\nNet()\n"
    ),
}


def analysis_of(text: str, folder: Path) -> tuple[list[str], int]:
    """Return the codes found in a text, and the number of runs."""
    path = folder / "subject.py"
    path.write_text(text)
    found = analyze(Source(str(path), text), [rule() for rule in discover().rules], project=Project())
    return [item.code for item in found.findings], len(found.roots)


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_silent_file_is_not_executed(text: str, tmp_path: Path) -> None:
    assert analysis_of(text, tmp_path) == ([], 0)


@pytest.mark.parametrize("text", ACTIVE.values(), ids=ACTIVE)
def test_module_code_that_changes_a_leaf_is_executed(text: str, tmp_path: Path) -> None:
    assert analysis_of(text, tmp_path)[0] == ["GL106"]


def test_method_that_a_framework_calls_for_each_batch_is_executed(tmp_path: Path) -> None:
    text = (
        "import torch\nfrom fastai.callback.core import Callback\n\n\n"
        "class Keep(Callback):\n    def after_loss(self):\n        self.total = self.total + self.learn.loss\n"
    )
    assert analysis_of(text, tmp_path)[1] > 0


def test_class_that_inherits_a_training_loop_is_executed(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(
        "import torch\n\n\nclass Base:\n    def fit(self, data):\n        for x in data:\n            loss = self.step(x)\n"
        "            loss.backward()\n            loss.backward()\n\n\ndef to_array(x):\n    return x.detach().numpy()\n"
    )
    text = (
        "import torch\nfrom base import Base, to_array\n\n\nclass Mine(Base):\n    def step(self, x):\n"
        "        return torch.nn.Linear(3, 1)(x).exp().mean()\n\n    def show(self, x):\n        return to_array(x)\n"
    )
    assert analysis_of(text, tmp_path)[1] > 1
