"""The marked programs under the shim: each raises on its mark, or runs to its end."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from marked_programs import exceptions

from graphlint.rule.registry import discover

ROOT = Path(__file__).resolve().parents[2]
MARK = re.compile(r"# ! (GL\d+)")
RULES = discover().rules
RAISE = {rule.code for rule in RULES if rule.raises}
LATER = {rule.code for rule in RULES if rule.raises_later}
NOT_ON_SHIM = exceptions("shim")
MAY_RAISE = RAISE | {rule.code for rule in RULES if rule.may_raise}


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, dict[str, Any]]:
    """How every program ends."""
    folder = tmp_path_factory.mktemp("programs")
    programs = sorted((ROOT / "tests" / "programs").rglob("*.py"))
    (folder / "list.json").write_text(json.dumps([(str(path), str(path)) for path in programs]), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    environment |= {"PYTHONPATH": os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)]), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(Path(__file__).with_name("program_runner.py")), str(folder / "list.json"), str(folder / "out.pickle")]
    subprocess.run(command, check=True, env=environment)
    found = pickle.loads((folder / "out.pickle").read_bytes())
    return {Path(name): ending for name, ending in found.items()}


def test_every_program_ends_as_its_marks_say(endings: dict[Path, dict[str, Any]]) -> None:
    """A rule can be confirmed only on programs that behave under the shim as they do under PyTorch."""
    wrong = []
    for path, ending in endings.items():
        if path.relative_to(ROOT / "tests" / "programs").as_posix() in NOT_ON_SHIM:
            continue
        marks = {number: MARK.findall(line) for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)}
        must = {number for number, codes in marks.items() if RAISE.intersection(codes)}
        may = {number for number, codes in marks.items() if MAY_RAISE.intersection(codes)}
        later = {number for number, codes in marks.items() if LATER.intersection(codes)}
        good = later or set(ending["lines"]) & may if ending["error"] else not must
        if not good:
            wrong.append(f"{path.relative_to(ROOT)}: {ending['error']} on {ending['lines'][-2:]}, marked {must}: {ending['message'][:100]}")
    assert not wrong
