"""The recipes of docs/scale.md: the same results as one process, and one bad tree ends alone."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "scale"
TWICE = """import torch

w = torch.ones(2, requires_grad=True)
loss = w.exp().sum()
loss.backward()
loss.backward()
"""


@pytest.fixture
def trees(tmp_path: Path) -> list[str]:
    """Twenty trees, of which one has an invalid settings file, and one a file that cannot be parsed."""
    made = []
    for number in range(20):
        tree = tmp_path / f"tree{number}"
        tree.mkdir()
        (tree / "train.py").write_text(TWICE if number % 2 else "import torch\n")
        made.append(str(tree))
    (tmp_path / "tree3" / "graphlint.toml").write_text("select = 7\n")
    (tmp_path / "tree4" / "broken.py").write_text("import torch\ndef\n")
    return made


def results(script: str, trees: list[str]) -> list[dict[str, object]]:
    command = (sys.executable, str(FOLDER / script), *trees)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=FOLDER)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\d+ MB", done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_one_bad_tree_ends_alone(trees: list[str]) -> None:
    found = results("scan.py", trees)
    assert [item["tree"] for item in found] == trees
    assert ["graphlint.toml" in str(item["errors"]) for item in found].index(True) == 3
    assert sum(bool(item["errors"]) for item in found) == 1
    assert [bool(item["findings"]) for item in found] == [(number % 2 == 1 and number != 3) or number == 4 for number in range(20)]


@pytest.mark.parametrize(("script", "engine"), [("with_dask.py", "distributed"), ("with_ray.py", "ray")])
def test_an_engine_finds_the_same(trees: list[str], script: str, engine: str) -> None:
    if importlib.util.find_spec(engine) is None:
        pytest.skip(f"{engine} is not installed")
    assert results(script, trees) == results("scan.py", trees)


@pytest.mark.skipif(sys.platform != "linux", reason="the recipe is for a runner of Linux")
def test_the_matrix_merges_the_reports_of_all_jobs(tmp_path: Path) -> None:
    """The script of its last job, on what the others upload."""
    yaml = pytest.importorskip("yaml")
    (script,) = [
        step["run"] for step in yaml.safe_load((FOLDER / "matrix.yml").read_text())["jobs"]["merge"]["steps"] if "|" in str(step.get("run"))
    ]
    for name in ("team/one", "team/two"):
        (tmp_path / "code" / name).mkdir(parents=True)
        (tmp_path / "code" / name / "train.py").write_text(TWICE)
        report = tmp_path / "reports" / f"{name}.sarif"
        report.parent.mkdir(parents=True, exist_ok=True)
        command = (sys.executable, "-I", "-m", "graphlint", ".", "--no-fix-info", "--exit-zero", "--output-format", "sarif")
        done = subprocess.run((*command, "--output-file", str(report)), cwd=tmp_path / "code" / name, check=False)
        assert done.returncode == 0
    (tmp_path / "graphlint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -m graphlint "$@"\n')
    (tmp_path / "graphlint").chmod(0o755)
    variables = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(("bash", "-eo", "pipefail", "-c", script), cwd=tmp_path, env=variables, check=True)
    (run,) = json.loads((tmp_path / "all.sarif").read_text())["runs"]
    assert [result["properties"]["repository"] for result in run["results"]] == ["team/one", "team/two"]
