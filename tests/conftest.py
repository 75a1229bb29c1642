"""What all tests share: the command run in this process or as a process, and the marks."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from shared_results import FOLDER
from support import Offer, Outcome, Run

from graphlint.cli.agents import VARIABLES
from graphlint.cli.main import main


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Skip what needs real PyTorch where there is none."""
    # By its distribution: a package called torch may be the runtime shim.
    if any(importlib.metadata.distributions(name="torch")):
        return
    for item in items:
        if item.get_closest_marker("torch"):
            item.add_marker(pytest.mark.skip(reason="real PyTorch is not installed (pip install torch==2.13.0)"))


@pytest.fixture(scope="session", autouse=True)
def _share_results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the processes of this session share results in one folder, which is above those of the workers of xdist."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared_results"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER, str(folder))
        yield


@pytest.fixture(autouse=True)
def _no_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the variables of coding agents, which choose another output format."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """The command in this process: arguments in, an `Outcome` out."""

    def command(*arguments: str | Path) -> Outcome:
        capfd.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = capfd.readouterr()
        return Outcome(status, captured.out, captured.err)

    return command


@pytest.fixture
def launch() -> Run:
    """The installed command in a process of its own, away from the folder that the tests stand in."""

    def command(*arguments: str | Path, **options: Any) -> Outcome:
        line = [sys.executable, "-I", "-m", "graphlint", *map(str, arguments)]
        done = subprocess.run(line, capture_output=True, check=False, timeout=120, **options)
        return Outcome(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))

    return command


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Offer:
    """Installs a distribution that offers rules: a module, or a class in it."""

    def installed(value: str) -> None:
        described = tmp_path / "installed" / "foreign-1.0.dist-info"
        described.mkdir(parents=True)
        (described / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 1.0\n")
        (described / "entry_points.txt").write_text(f"[graphlint.rules]\nforeign = {value}\n")
        monkeypatch.syspath_prepend(str(described.parent))

    return installed


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
