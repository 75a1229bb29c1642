"""Try the hooks of `.pre-commit-hooks.yaml` with `pre-commit try-repo` on small generated repositories.

usage: python3 scripts/try_pre_commit.py [REPOSITORY]

A bad file and a bad notebook block a commit, good ones pass, excluded ones are left alone, and `graphlint-fix` mends what can be mended and
blocks because it did. REPOSITORY is this one by default; it has to be a git repository, for pre-commit installs what is committed in it.
Needs git, pre-commit, and a package index for what graphlint depends on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "import torch\n\nmodel = torch.nn.Linear(2, 1)\nloss = model(torch.ones(3, 2)).sum()\n"
TWICE = "loss.backward()\nloss.backward()\n"
ONCE = "loss.backward()\n"
RETAINED = "loss.backward(retain_graph=True)\n"


@dataclass(frozen=True)
class Case:
    """Committed files, the hook to run, whether it passes, and the expected output."""

    what: str
    hook: str
    files: dict[str, str]
    passes: bool
    says: tuple[str, ...] = ()
    becomes: tuple[tuple[str, str], ...] = ()


def notebook(*cells: str) -> str:
    empty: dict[str, object] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    code = [{**empty, "source": cell} for cell in cells]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


# pre-commit creates a new environment for each case, which takes a while.
CASES = (
    Case(
        "a bad file and a bad notebook block",
        "graphlint",
        {"train.py": BEGIN + TWICE, "nb.ipynb": notebook(BEGIN, TWICE), "good.py": BEGIN + ONCE},
        False,
        ("train.py:6:1: error GL101", "nb.ipynb:cell 2:2:1: error GL101", "Found 2 errors in 2 of 3 files."),
    ),
    Case(
        "good ones pass, and what is built is left alone",
        "graphlint",
        {
            "train.py": BEGIN + ONCE,
            "nb.ipynb": notebook(BEGIN, "%time\n" + ONCE),
            "build/bad.py": BEGIN + TWICE,
            "README.md": "# torch (\n",
        },
        True,
    ),
    Case(
        "a fix is made, and blocks because it was",
        "graphlint-fix",
        {"train.py": BEGIN + RETAINED, "nb.ipynb": notebook(BEGIN, RETAINED), "good.py": BEGIN + ONCE},
        False,
        ("files were modified by this hook",),
        (("train.py", BEGIN + ONCE), ("nb.ipynb", notebook(BEGIN, ONCE)), ("good.py", BEGIN + ONCE)),
    ),
)


def main() -> int:
    repository = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        for number, case in enumerate(CASES):
            problem = test_hook(case, repository, Path(folder) / str(number), home)
            print(f"{'ok' if not problem else 'WRONG'}: {case.what}{problem}", flush=True)
            wrong += bool(problem)
    return 1 if wrong else 0


def test_hook(case: Case, repository: Path, folder: Path, home: Path) -> str:
    """Run a hook in a new repository; return the problem with the output, or an empty string."""
    for name, text in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(home), "PRE_COMMIT_COLOR": "never"}
    for arguments in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True)
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(repository), case.hook, "--all-files"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    said = f"\n{done.stdout}\n{done.stderr}"
    if (done.returncode == 0) != case.passes:
        return f": exit status {done.returncode}{said}"
    missing = [words for words in case.says if words not in done.stdout]
    if missing:
        return f": did not say {missing}{said}"
    left = [name for name, text in case.becomes if (folder / name).read_text(encoding="utf-8") != text]
    return f": did not mend {left}{said}" if left else ""


if __name__ == "__main__":
    sys.exit(main())
