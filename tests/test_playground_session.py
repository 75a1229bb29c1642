"""The answers to the playground, in this Python. scripts/try_playground.py asks the same in the browser's."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphlint
from graphlint.report.json_format import finding_object

FOLDER = Path(__file__).resolve().parent.parent / "playground" / "python"
FREED = "x = torch.ones(2, requires_grad=True)\nloss = x.exp().sum()\nloss.backward()\nloss.backward()\n"
TRACEBACK = """Traceback (most recent call last):
  File "{path}", line 4, in <module>
    loss.backward()
RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
"""
Answer = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def answer() -> Answer:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        session = importlib.import_module("playground_session").Session()

    def ask(**request: object) -> dict[str, Any]:
        answered: dict[str, Any] = json.loads(session.answer(json.dumps(request)))
        return answered

    return ask


def test_findings_are_those_of_a_check(answer: Answer) -> None:
    """In a file that lacks nothing, and in a snippet, whose import is assumed."""
    for code, snippet in (("import torch\n" + FREED, False), (FREED, True)):
        wanted = graphlint.check_source(code, filename="code.py", snippet=snippet)
        found = answer(kind="check", code=code, snippet=snippet)
        own = [{key: value for key, value in item.items() if key not in ("picture", "diff")} for item in found["findings"]]
        assert own == [finding_object(diagnostic) for diagnostic in wanted.diagnostics]
        assert own
        assert found["assumed"] == [sentence for assumed in wanted.assumed for sentence in assumed.sentences()]


def test_a_finding_has_its_picture_and_the_diff_of_its_fix(answer: Answer) -> None:
    (finding,) = answer(kind="check", code=FREED)["findings"]
    assert finding["picture"].startswith("<svg")
    assert "loss.backward()" in finding["picture"]
    assert finding["diff"] == ["@@ -4 +3,0 @@", "-loss.backward()"]


def test_settings_apply_and_wrong_ones_are_named(answer: Answer) -> None:
    assert answer(kind="check", code=FREED, settings='ignore = ["GL101"]')["findings"] == []
    assert "did you mean select?" in answer(kind="check", code=FREED, settings='selec = ["GL1"]')["error"]
    assert answer(kind="check", code=FREED, settings="select = ")["error"].startswith("settings: ")


def test_code_without_python_is_a_failure(answer: Answer) -> None:
    assert answer(kind="check", code="")["failures"]


@pytest.mark.parametrize("path", ["/home/user/train.py", r"C:\code\train.py", "train.py"])
def test_a_traceback_is_explained_by_the_code_beside_it(answer: Answer, path: str) -> None:
    """Its file is elsewhere: the code is known by its lines."""
    found = answer(kind="explain", code=FREED.replace("x =", "import torch; x =", 1), traceback=TRACEBACK.format(path=path))
    assert [(cause["role"], cause["row"]) for cause in found["causes"]] == [("built", 2), ("freed", 3)]


def test_a_text_without_a_traceback_is_an_error(answer: Answer) -> None:
    assert "no traceback" in answer(kind="explain", code=FREED, traceback="It does not run.")["error"]
