"""Checking from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import graphlint
from graphlint.common.errors import GraphlintError, SettingsError

BAD = """\
import torch

w = torch.randn(3, requires_grad=True)
loss = w.sum() * w.sum()
loss.backward()
loss.backward()
"""
RETAINED = "import torch\n\nw = torch.randn(3, requires_grad=True)\n(w * w).sum().backward(retain_graph=True)\n"


def brief(result: graphlint.Result) -> list[tuple[str, int, str]]:
    """Path, row and code of each diagnostic."""
    return [(found.place.path, found.place.start.row, found.code) for found in result.diagnostics]


def test_paths_are_checked_as_the_command_checks_them(project: Path) -> None:
    """Folders are walked, settings read, nothing is changed."""
    (project / "src").mkdir()
    (project / "src" / "a.py").write_text(BAD)
    (project / "src" / "b.py").write_text(RETAINED)
    result = graphlint.check_paths(["src"])
    assert brief(result) == [("src/a.py", 6, "GL101"), ("src/b.py", 4, "GL201")]
    assert (result.files, result.failures) == (("src/a.py", "src/b.py"), ())
    (project / "src" / "graphlint.toml").write_text('ignore = ["GL101"]\nfix = true\n')
    assert brief(graphlint.check_paths([Path("src")])) == [("src/b.py", 4, "GL201")]
    assert (project / "src" / "b.py").read_text() == RETAINED


def test_settings_may_be_given(project: Path) -> None:
    """Then no file is read."""
    (project / "a.py").write_text(BAD)
    (project / "graphlint.toml").write_text("no toml\n")
    assert brief(graphlint.check_paths(["a.py"], settings=graphlint.Settings())) == [("a.py", 6, "GL101")]
    assert brief(graphlint.check_paths(["a.py"], settings=graphlint.Settings(ignore=("GL1",)))) == []
    with pytest.raises(SettingsError, match=r"graphlint\.toml:1: invalid TOML"):
        graphlint.check_paths(["a.py"])
    with pytest.raises(GraphlintError, match="unknown rule 'GL999'"):
        graphlint.check_source(BAD, settings=graphlint.Settings(select=("GL999",)))


def test_texts_that_are_not_saved_take_the_place_of_files(project: Path) -> None:
    """An editor's buffers; one of them may not be on the disk at all."""
    (project / "a.py").write_text(BAD)
    (project / "b.py").write_text(RETAINED)
    result = graphlint.check_paths(["."], texts={"a.py": RETAINED})
    assert brief(result) == [("a.py", 4, "GL201"), ("b.py", 4, "GL201")]
    result = graphlint.check_paths(["new.py", "b.py"], texts={project / "new.py": BAD, "unasked.py": BAD})
    assert brief(result) == [("b.py", 4, "GL201"), ("new.py", 6, "GL101")]
    assert result.failures == ()


def test_what_cannot_be_checked_is_a_failure(project: Path) -> None:
    """Named, and the rest is checked all the same."""
    (project / "a.py").write_bytes(b"import torch\nx = '\xff'\n")
    (project / "b.py").write_text(BAD)
    result = graphlint.check_paths(["a.py", "b.py", "nowhere.py"])
    assert brief(result) == [("b.py", 6, "GL101")]
    assert [failure.path for failure in result.failures] == ["nowhere.py", "a.py"]
    assert "there is no such file or directory" in result.failures[0].message
    assert "is not valid UTF-8 in line 2" in result.failures[1].message


def test_a_source_is_checked_under_its_name(project: Path) -> None:
    """Which says which settings count."""
    assert brief(graphlint.check_source(BAD)) == [("<string>", 6, "GL101")]
    (project / "inner").mkdir()
    (project / "inner" / "graphlint.toml").write_text('ignore = ["GL101"]\n')
    assert brief(graphlint.check_source(BAD, filename=Path("a.py"))) == [("a.py", 6, "GL101")]
    assert brief(graphlint.check_source(BAD, filename=project / "inner" / "a.py")) == []
    assert brief(graphlint.check_source("import torch\nx = (\n", filename="a.py")) == [("a.py", 2, "GL000")]
    assert brief(graphlint.check_source(BAD + "# \ud800\n")) == [("<string>", 1, "GL000")]


def test_fixes_are_offered_where_they_are_wanted(project: Path) -> None:
    """Each costs an analysis."""
    (found,) = graphlint.check_source(RETAINED).diagnostics
    assert found.fix is not None
    (found,) = graphlint.check_source(RETAINED, fixes=False).diagnostics
    assert found.fix is None
    (found,) = graphlint.check_source("import torch\nx = 1  # noqa: GL101\n", fixes=False).diagnostics
    assert (found.code, found.fix) == ("GL001", None)


def test_a_diagnostic_knows_its_function(project: Path) -> None:
    """With those around it: what baselines know it by."""
    text = (
        "import torch\n\nclass A:\n    def step(self, w):\n        loss = (w * w).sum()\n        loss.backward()\n        loss.backward()\n"
    )
    text += "\nA().step(torch.randn(3, requires_grad=True))\n"
    assert [found.function for found in graphlint.check_source(text).diagnostics] == ["A.step"]


def test_nothing_is_imported_before_it_is_needed() -> None:
    """`graphlint --version` must not wait for the analysis."""
    script = "import sys, graphlint; assert 'check_paths' in dir(graphlint); print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True).stdout
    assert "'graphlint.api'" not in loaded
    assert "'ast'" not in loaded
    with pytest.raises(AttributeError, match="has no attribute 'check_file'"):
        graphlint.check_file  # noqa: B018


def test_a_library_that_is_called_itself_is_no_error() -> None:
    """Its name has no module before it, in which a class could be looked for."""
    text = "import torch\nimport Network\n\nmodel = Network(3)\nmodel.eval()\nfor _ in range(3):\n    print(model(torch.ones(3)))\n"
    found = graphlint.check_source(text).diagnostics
    assert [(each.code, each.place.start.row) for each in found] == [("GL301", 7)]
