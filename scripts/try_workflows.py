"""Run the steps of a workflow's job in a clean clone, as far as they need no account and no action.

python scripts/try_workflows.py ci build lint
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import venv
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent


def run_job(job: dict[str, Any], name: str, clone: Path, programs: Path) -> None:
    """Run the steps of a job that are scripts; the actions before them are a clone, and an environment of Python."""
    variables = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "GITHUB_REF_NAME": "v0.1.0", "RUNNER_TEMP": str(clone.parent)}
    for step in job["steps"]:
        script, wanted = step.get("run"), {key: str(value) for key, value in step.get("env", {}).items()}
        if script is None:
            print(f"{name}: left out: {step['uses']}")
        elif any("${{" in value for value in wanted.values()) or "if" in step:
            print(f"{name}: left out, it needs a value of GitHub: {script}")
        else:
            print(f"{name}: {script}", flush=True)
            folder = clone / step.get("working-directory", ".")
            subprocess.run(("bash", "-eo", "pipefail", "-c", script), cwd=folder, env={**os.environ, **variables, **wanted}, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workflow")
    parser.add_argument("jobs", nargs="+")
    options = parser.parse_args()
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / f"{options.workflow}.yml").read_text(encoding="utf-8"))["jobs"]
    for name in options.jobs:
        with tempfile.TemporaryDirectory() as folder:
            clone, environment = Path(folder) / "clone", Path(folder) / "env"
            subprocess.run(("git", "clone", "--quiet", ROOT, clone), check=True)
            venv.create(environment, with_pip=True)
            run_job(jobs[name], name, clone, environment / ("Scripts" if os.name == "nt" else "bin"))


if __name__ == "__main__":
    main()
