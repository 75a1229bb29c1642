"""Workflows and the action: by schema, by rules of the supply chain, and by what their steps do without an account."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import release

yaml = pytest.importorskip("yaml")
try_workflows = pytest.importorskip("try_workflows")
ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTION = ROOT / "action.yml"
LOCK = ROOT / ".github" / "action" / "requirements.txt"
DEPENDABOT = ROOT / ".github" / "dependabot.yml"
PINNED = re.compile(r"uses: (?:\./|[\w.-]+(?:/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$")
# What a job may write, and the jobs of each workflow that do.
WRITING = {
    "release.yml": {"pypi": {"id-token"}, "github": {"contents", "id-token", "attestations"}, "image": {"packages"}},
    "site.yml": {"publish": {"pages", "id-token"}},
    "nightly.yml": {"scorecard": {"security-events"}},
    "ci.yml": {},
}


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return found


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in jobs(path).items():
            yield from ((f"{path.name}: {name}", step) for step in job["steps"])
    yield from (("action.yml", step) for step in yaml.safe_load(ACTION.read_text(encoding="utf-8"))["runs"]["steps"])


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_hash(path: Path) -> None:
    """A tag can be moved. Its version is a comment, which Dependabot updates with the hash."""
    uses = [line.strip().removeprefix("- ") for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert [line for line in uses if not PINNED.fullmatch(line)] == []
    assert uses


def test_one_version_of_each_action() -> None:
    pins: dict[str, str] = {}
    for where, step in steps():
        if "@" in step.get("uses", ""):
            name, _, commit = step["uses"].partition("@")
            assert pins.setdefault(name, commit) == commit, where


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_job_has_no_more_rights_than_it_needs(path: Path) -> None:
    """None by default; each job is listed with what it may write."""
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {}
    writing = {name: {what for what, right in job["permissions"].items() if right == "write"} for name, job in jobs(path).items()}
    assert {name: rights for name, rights in writing.items() if rights} == WRITING[path.name]
    assert all("timeout-minutes" in job for job in jobs(path).values())


def test_no_input_of_others_is_part_of_a_script() -> None:
    """An expression in a script is a text of the script: a branch may have any name."""
    assert [where for where, step in steps() if "${{" in step.get("run", "")] == []
    assert [where for where, step in steps() if step.get("uses", "").startswith("actions/checkout@") and _keeps_credentials(step)] == []


def _keeps_credentials(step: dict[str, Any]) -> bool:
    return step.get("with", {}).get("persist-credentials") is not False


@pytest.mark.skipif(importlib.util.find_spec("check_jsonschema") is None, reason="check-jsonschema has the schemas")
@pytest.mark.parametrize(
    ("schema", "path"),
    [*(("github-workflows", path) for path in WORKFLOWS), ("github-actions", ACTION), ("dependabot", DEPENDABOT)],
    ids=lambda value: getattr(value, "name", value),
)
def test_it_has_the_form_that_github_expects(schema: str, path: Path) -> None:
    command = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout


def test_every_script_that_a_step_runs_is_there() -> None:
    named = {word for _, step in steps() for word in re.findall(r"(?:^|\s)((?:scripts|\.ci)/[\w./-]+)", step.get("run", ""))}
    assert named >= {"scripts/release.py", "scripts/fuzz.py", ".ci/run", ".ci/nightly"}
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_what_the_action_installs_is_pinned_by_hash() -> None:
    """The dependencies of graphlint, and what builds it, each with the hashes of its files."""
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = (*project["project"]["dependencies"], *project["build-system"]["requires"])
    lines = [line for line in LOCK.with_suffix(".in").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert {line.replace(" ", "") for line in lines} == {text.replace(" ", "") for text in needed}
    entries = re.split(r"^(?=\w)", LOCK.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert {re.split(r"[>=]", line)[0] for line in lines} <= {entry.partition("==")[0] for entry in entries}
    pinned = re.compile(r"[\w-]+==[\w.]+( ; [^\\]+)? \\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+")
    assert [entry for entry in entries if not pinned.fullmatch(entry)] == []


def test_the_trial_of_a_workflow_shares_files_and_leaves_out_accounts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    steps: list[dict[str, Any]] = [
        {"run": 'mkdir out && echo "$GREETING" > out/a.txt', "env": {"GREETING": "${{ inputs.greeting }}"}},
        {"uses": "actions/upload-artifact@0", "with": {"name": "out", "path": "out"}},
        {"run": "touch account", "env": {"TOKEN": "${{ github.token }}"}},
        {"run": "gh release create; touch account"},
        {"run": "touch condition", "if": "failure()"},
        {"uses": "actions/download-artifact@0", "with": {"merge-multiple": True, "path": "again"}},
        {"run": "test -f again/a.txt", "working-directory": "."},
    ]
    trial = try_workflows.Trial(tmp_path / "artifacts", {"inputs.greeting": "hello"})
    (tmp_path / "clone").mkdir()
    trial.run_job("job", steps, tmp_path / "clone", tmp_path)
    assert (tmp_path / "artifacts" / "out" / "a.txt").read_text() == "hello\n"
    assert not (tmp_path / "clone" / "account").exists()
    assert not (tmp_path / "clone" / "condition").exists()
    assert capfd.readouterr().out.count("left out") == 3
    with pytest.raises(subprocess.CalledProcessError):
        trial.run_job("job", [{"run": "false | true"}], tmp_path / "clone", tmp_path)


def test_every_script_of_npm_is_there() -> None:
    known = json.loads((ROOT / "vscode-extension" / "package.json").read_text(encoding="utf-8"))["scripts"]
    named = {word for _, step in steps() for word in re.findall(r"npm run ([\w:]+)", step.get("run", ""))}
    assert named
    assert named <= known.keys()


def test_an_sdist_does_not_depend_on_the_machine(tmp_path: Path) -> None:
    """Neither on the time of the build, nor on the user, nor on the order of files in a folder."""
    made = []
    for number, names in enumerate((("a.py", "b.py"), ("b.py", "a.py"))):
        path = tmp_path / f"{number}.tar.gz"
        with tarfile.open(path, "w:gz") as archive:
            for name in names:
                member = tarfile.TarInfo(f"x-1/{name}")
                member.size, member.mtime, member.uid, member.uname = 1, 1000.5 + number, number, str(number)
                archive.addfile(member, io.BytesIO(name[:1].encode()))
        release.normalize(path, 5)
        made.append(path.read_bytes())
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "0.tar.gz") as archive:
        assert [(member.name, member.mtime) for member in archive] == [("x-1/a.py", 5), ("x-1/b.py", 5)]
        stream = archive.extractfile("x-1/b.py")
        assert stream is not None
        assert stream.read() == b"b"


def test_the_notes_are_those_of_the_version() -> None:
    text = "# Changelog\n\n## 0.2.0 (unreleased)\n\nNew.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n"
    assert release.section(text, "0.2.0") == "New.\n"
    assert release.section(text, "0.1.0") == "- Old.\n"
    with pytest.raises(SystemExit, match=r"has no section 0\.3\.0"):
        release.section(text, "0.3.0")
    assert release.notes()


def test_the_version_is_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the settings that users copy, and in the extension."""
    named = list(release.named_versions())
    assert {place for place, _ in named} == {
        "README.md",
        "docs/ci.md",
        "vscode-extension/package.json",
        "vscode-extension/package-lock.json",
    }
    assert {found for _, found in named} == {release.version()}
    monkeypatch.setattr(release, "named_versions", lambda: [("README.md", "0.0.1")])
    with pytest.raises(SystemExit, match=r"but README\.md has 0\.0\.1"):
        release.require(f"v{release.version()}")


def test_a_tag_of_another_version_makes_no_release() -> None:
    release.require(f"v{release.version()}")
    with pytest.raises(SystemExit, match="is not v"):
        release.require("v99.0.0")
