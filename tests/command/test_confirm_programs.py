"""`graphlint confirm` on training programs of several files: each line of the report is true, and each leak is one finding.

A mark `# ! CODE STATUS` in confirmed_programs.txt is a line of the report.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = Path(__file__).with_name("confirmed_programs.txt").read_text(encoding="utf-8")
PROGRAMS = {head: rest for head, _, rest in (block.partition("\n") for block in re.split(r"^=== ", TEXT, flags=re.MULTILINE)[1:])}
MARK = re.compile(r"# ! (GL\d+) (.+)")


@pytest.mark.parametrize("head", PROGRAMS)
def test_each_line_of_the_report_is_true(tmp_path: Path, head: str) -> None:
    """With --complete, so that what only the run shows is that of the whole run."""
    (tmp_path / "pyproject.toml").touch()
    _, *parts = re.split(r"^--- (.+)\n", PROGRAMS[head], flags=re.MULTILINE)
    wanted = set()
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        wanted |= {(name, row, *mark.groups()) for row, line in enumerate(text.splitlines(), 1) if (mark := MARK.search(line))}
    words = ["-I", "-m", "graphlint", "confirm", "--shim", "--complete", "--output-format", "json", *head.partition(": ")[2].split()]
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment, timeout=300)
    found = {
        (
            Path(item["filename"]).relative_to(tmp_path).as_posix(),
            item["location"]["row"],
            item["code"],
            "shown only by the run" if item["only_in_run"] else item["status"],
        )
        for item in json.loads(done.stdout)
    }
    assert found == wanted, done.stderr
