"""The action: its script in an environment like GitHub's, for forks, private repositories and pull requests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "github_action.py"
TWICE = """import torch

w = torch.ones(2, requires_grad=True)
<loss> = w.exp().sum()
<loss>.backward()
<loss>.backward()
"""


class Job(NamedTuple):
    """The output of a job: printed and written."""

    status: int
    out: str
    err: str
    outputs: dict[str, str]
    summary: str


class Runner:
    """A checkout on a runner: one commit on main, and a change that adds a finding."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        folder.mkdir()
        home.mkdir()
        self.put("old.py", TWICE.replace("<loss>", "loss"))
        self.put(".gitignore", ".graphlint_cache\n")
        self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-qm", "first")
        self.base = self.git("rev-parse", "HEAD").strip()
        self.put("new.py", TWICE.replace("<loss>", "loss"))
        self.git("add", "-A")
        self.git("commit", "-qm", "change")

    def put(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def git(self, *arguments: str) -> str:
        command = ("git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments)
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def __call__(self, event: dict[str, Any], **inputs: str) -> Job:
        files = {name: self.home / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_EVENT_PATH")}
        for path in files.values():
            path.write_text("")
        files["GITHUB_EVENT_PATH"].write_text(json.dumps(event))
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "GRAPHLINT_"))},
            **{name: str(path) for name, path in files.items()},
            "GITHUB_REPOSITORY": "some/project",
            "XDG_CACHE_HOME": str(self.home),
            "LOCALAPPDATA": str(self.home),
            "GRAPHLINT_SUMMARY": "true",
            **{f"GRAPHLINT_{name.upper()}": value for name, value in inputs.items()},
        }
        done = subprocess.run(
            (sys.executable, str(SCRIPT)), cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        lines = files["GITHUB_OUTPUT"].read_text().splitlines()
        outputs = dict(line.split("=", 1) for line in lines)
        return Job(done.returncode, done.stdout, done.stderr, outputs, files["GITHUB_STEP_SUMMARY"].read_text())

    def request(self, origin: str | None = "some/project", private: bool = False) -> dict[str, Any]:
        """The event of a pull request from a repository; None if that has been deleted."""
        head = {"repo": None if origin is None else {"full_name": origin}}
        return {"repository": {"private": private}, "pull_request": {"head": head, "base": {"sha": self.base}}}


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path / "project", tmp_path / "home")


def test_a_push_is_checked_as_a_whole(runner: Runner) -> None:
    job = runner({"repository": {"private": False}}, only_new="true")
    assert job.status == 1
    assert job.out.count("::error ") == 2
    assert job.outputs == {"findings": "2", "private": "false"}
    assert job.summary.startswith("### graphlint\n\n2 findings\n\n| rule | place | finding |\n")


def test_a_pull_request_is_told_what_it_adds(runner: Runner) -> None:
    job = runner(runner.request(), only_new="true")
    assert (job.status, job.outputs["findings"]) == (1, "1")
    assert "new.py" in job.out
    assert "old.py" not in job.out + job.summary
    assert "1 new finding\n" in job.summary
    assert runner(runner.request()).outputs["findings"] == "2"
    assert runner(runner.request(), only_new="true", paths="old.py").summary == "### graphlint\n\nNo new findings.\n"


@pytest.mark.parametrize(("origin", "upload"), [("some/project", "true"), ("other/project", "false"), (None, "false")])
@pytest.mark.parametrize("private", [True, False])
def test_sarif_is_uploaded_where_that_is_allowed(runner: Runner, origin: str | None, upload: str, private: bool) -> None:
    """A fork has annotations only; in a private repository a failed upload does not fail the job."""
    job = runner(runner.request(origin, private), sarif="true")
    assert job.outputs == {"findings": "2", "sarif-file": "graphlint.sarif", "upload": upload, "private": str(private).lower()}
    assert json.loads((runner.folder / "graphlint.sarif").read_text())["version"] == "2.1.0"
    assert job.out.count("::error ") == 2
    assert ("::notice::" in job.out) == (upload == "false")


def test_the_inputs_are_options(runner: Runner) -> None:
    """Quoted as in a shell, and never run by one."""
    assert runner({}, args="--select GL2").status == 0
    assert runner({}, fail_on="error", args="--config 'severity = { GL101 = \"warning\" }'").status == 0
    subprocess.run((sys.executable, "-I", "-m", "graphlint", ".", "--write-baseline", "known.json"), cwd=runner.folder, check=True)
    assert runner({}, baseline="known.json").outputs["findings"] == "0"
    job = runner({}, paths="'$(touch ran)' old.py")
    assert job.status == 2
    assert not (runner.folder / "ran").exists()
    assert runner(runner.request(), baseline="known.json", only_new="true").err.startswith("::error::graphlint: only-new compares")


def test_a_failure_fails_the_job(runner: Runner) -> None:
    job = runner({}, args="--select GL999")
    assert (job.status, job.summary) == (2, "")
    assert "unknown rule 'GL999'" in job.err


def test_names_of_the_checked_code_are_not_markup(runner: Runner) -> None:
    (runner.folder / "old.py").unlink()
    runner.put("new.py", "import torch\nd = {}\nd['<img>|[a](b)'] = torch.ones(2, requires_grad=True).exp().sum()\n"
               "d['<img>|[a](b)'].backward()\nd['<img>|[a](b)'].backward()\n")  # fmt: skip
    summary = runner({}).summary
    assert summary.count("GL101") >= 1
    assert "<img>" not in summary
    assert "[a](b)" not in summary


def test_the_summary_has_an_end(runner: Runner) -> None:
    runner.put("many.py", "import torch\nw = torch.ones(2, requires_grad=True)\n" + "w.exp().sum().backward(retain_graph=True)\n" * 60)
    assert runner({}).summary.endswith("\nand 12 more\n")
