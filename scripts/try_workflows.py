"""Run the scripts of a workflow's jobs in clean clones, in the given order, as far as they need no account.

python scripts/try_workflows.py ci build lint
python scripts/try_workflows.py release build test
python scripts/try_workflows.py action

A job finds what earlier ones have stored. Actions are left out: a clone and an environment of Python are there already. So are scripts
that need a value of GitHub or an account; each is named.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import release
import yaml

ROOT = Path(__file__).resolve().parent.parent
ACTION = "action"
EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")
OF_ACCOUNTS = re.compile(r"\b(gh|docker|ovsx|vsce) ")


@dataclass
class Trial:
    """The trial of a workflow: `artifacts` is where its jobs store files for later ones, `values` are those of expressions."""

    artifacts: Path
    values: dict[str, str] = field(default_factory=dict)

    def run_job(self, name: str, steps: list[dict[str, Any]], clone: Path, programs: Path) -> None:
        """Run the scripts of a job."""
        written = {variable: str(clone.parent / variable) for variable in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        variables = {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_REF_NAME": f"v{release.version()}",
            "RUNNER_TEMP": str(clone.parent),
            **written,
        }
        for step in steps:
            script = step.get("run")
            given = {key: self.value(str(value)) for key, value in step.get("env", {}).items()}
            wanted = {key: value for key, value in given.items() if value is not None}
            if script is None:
                self.act(name, step, clone)
            elif wanted != given or "if" in step or OF_ACCOUNTS.search(script):
                print(f"{name}: left out, it needs GitHub or an account: {script}", flush=True)
            else:
                print(f"{name}: {script}", flush=True)
                folder = clone / step.get("working-directory", ".")
                command = ("bash", "-eo", "pipefail", "-c", script)
                subprocess.run(command, cwd=folder, env={**os.environ, **variables, **wanted}, check=True)

    def act(self, name: str, step: Mapping[str, Any], clone: Path) -> None:
        """Store files for later jobs, or fetch those of earlier ones; leave other actions out."""
        given = step.get("with", {})
        if "/upload-artifact@" in step["uses"] and "if" not in step:
            shutil.copytree(clone / given["path"], self.artifacts / given["name"])
        elif "/download-artifact@" in step["uses"]:
            for source in [self.artifacts / given["name"]] if "name" in given else self.artifacts.iterdir():
                shutil.copytree(source, clone / given["path"], dirs_exist_ok=True)
        else:
            print(f"{name}: left out: {step['uses']}", flush=True)

    def value(self, text: str) -> str | None:
        """Return a text with the values of its expressions; None if one is not known here."""
        if any(name not in self.values for name in EXPRESSION.findall(text)) or "${{" in EXPRESSION.sub("", text):
            return None
        return EXPRESSION.sub(lambda found: self.values[found[1]], text)


def jobs_of(workflow: str) -> dict[str, list[dict[str, Any]]]:
    """Return the steps of the jobs of a workflow; the action is a workflow with one job."""
    if workflow == ACTION:
        return {ACTION: yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]}
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text(encoding="utf-8"))["jobs"]
    return {name: job["steps"] for name, job in jobs.items()}


def values_of_action(clone: Path) -> dict[str, str]:
    """Return the values of the action's expressions: its inputs by default, but the examples are checked, and may have findings."""
    inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    values = {f"inputs.{name}": item["default"] for name, item in inputs.items()}
    values |= {"inputs.paths": "examples", "inputs.args": "--exit-zero"}
    return values | {"github.action_path": str(clone), "steps.python.outputs.python-path": sys.executable}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workflow")
    parser.add_argument("jobs", nargs="*")
    options = parser.parse_args()
    jobs = jobs_of(options.workflow)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder) / "artifacts")
        trial.artifacts.mkdir()
        for name in options.jobs or jobs:
            place = Path(folder) / name
            clone, environment = place / "clone", place / "env"
            subprocess.run(("git", "clone", "--quiet", ROOT, clone), check=True)
            venv.create(environment, with_pip=True)
            trial.values = values_of_action(clone) if options.workflow == ACTION else {}
            trial.run_job(name, jobs[name], clone, environment / ("Scripts" if os.name == "nt" else "bin"))


if __name__ == "__main__":
    main()
