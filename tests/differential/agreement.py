"""Run generated programs under the shim and under PyTorch, and hold what came out against each other.

    python tests/differential/agreement.py --first 0 --count 2000

prints how many agree, how they ended, and each disagreement with the number of its program; exits with 1 if there is one. `--form` writes
the programs in another form (program_forms.py).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pickle
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT / "tests" / "shim" / "program_runner.py"
KINDS = {
    "freed": "backward through the graph a second time",
    "in-place": "modified by an inplace operation",
    "leaf": "leaf Variable that requires grad is being used in an in-place operation",
    "no graph": "does not require grad and does not have a grad_fn",
}


def environment(shim: bool) -> dict[str, str]:
    """The environment of a run: with the shim in front of everything, or without it."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    kept |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return kept | {"PYTHONPATH": os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)])} if shim else kept


def run(programs: list[tuple[str, Path]], folder: Path, shim: bool, *options: str) -> dict[str, Any]:
    """How each program ended, under one of the two."""
    listed, result = folder / "list.json", folder / f"{'shim' if shim else 'torch'}.pickle"
    listed.write_text(json.dumps([(name, str(path)) for name, path in programs]), encoding="utf-8")
    subprocess.run([sys.executable, str(RUNNER), str(listed), str(result), *options], check=True, env=environment(shim))
    found: dict[str, Any] = pickle.loads(result.read_bytes())
    return found


def kind(ending: dict[str, Any]) -> str:
    """How a program ended: clean, by one of the errors that matter, or by another."""
    if not ending["error"]:
        return "clean"
    return next((name for name, words in KINDS.items() if words in ending["message"]), "other")


def difference(real: dict[str, Any], shim: dict[str, Any]) -> str:
    """In what two runs differ: the end, its line or words, the names at the end, a value or a gradient; empty if in nothing."""
    ends = [(each["error"], each["place"], each["message"].split("\n")[0]) for each in (real, shim)]
    if ends[0] != ends[1]:
        return f"PyTorch {ends[0]}, the shim {ends[1]}"
    if real["tensors"].keys() != shim["tensors"].keys():
        return f"names {real['tensors'].keys() ^ shim['tensors'].keys()}"
    for name in real["tensors"]:
        if found := tensor_difference(real["tensors"][name], shim["tensors"][name], counted=not name.startswith("g")):
            return f"{name}: {found}"
    return ""


def tensor_difference(real: Any, shim: Any, counted: bool) -> str:
    """In what two tensors differ. Versions of what autograd.grad returned depend on how gradients were summed up, and are not `counted`."""
    if real[2:4] != shim[2:4] or (counted and real[4] != shim[4]):
        return f"requires grad, leaf, version: {real[2:]} and {shim[2:]}"
    for what, first, second in (("value", real[0], shim[0]), ("gradient", real[1], shim[1])):
        if (first is None) != (second is None):
            return f"{what}: one has none"
        if first is not None and (first.shape != second.shape or not np.allclose(first, second, rtol=1e-7, atol=1e-9, equal_nan=True)):
            return f"{what}: {first} and {second}"
    return ""


def compare(first: int, count: int, form: str, folder: Path) -> int:
    """Run that many programs and print what was found; returns how many disagree."""
    # Next to this file, which is run as a script.
    forms, generate = importlib.import_module("program_forms"), importlib.import_module("generator").generate
    programs = [generate(number) for number in range(first, first + count)]
    written = forms.write(programs, folder, form)
    shim, real = run(written, folder, True, "together"), run(written, folder, False, "together")
    found = {name: words for name in real if (words := difference(real[name], shim[name]))}
    print(f"{count - len(found)} of {count} agree; {sum(each.crosses for each in programs)} cross a loop, a call or an attribute")
    print(*(f"{name}: {number}" for name, number in figures(real).items()), sep="\n")
    print(*(f"program {name}: {words}" for name, words in found.items()), sep="\n")
    return len(found)


def figures(endings: dict[str, Any]) -> Counter[str]:
    """How many programs ended in each way."""
    return Counter(kind(each) for each in endings.values())


def main() -> int:
    """Take the options and compare."""
    parser = argparse.ArgumentParser(description="Hold the shim against PyTorch on generated programs.")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=2000, help="how many programs")
    parser.add_argument("--form", default="plain", choices=("plain", "class", "files"), help="how they are written")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 1 if compare(options.first, options.count, options.form, Path(folder)) else 0


if __name__ == "__main__":
    sys.exit(main())
