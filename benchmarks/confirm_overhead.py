"""Measure what `graphlint confirm` costs: CPU time of small training scripts alone and recorded, on the same number of steps.

usage: confirm_overhead.py [--steps N] [--repeat N]

Needs PyTorch in the interpreter that runs this. Prints the CPU seconds of both and their ratio: the whole process, with the import of
PyTorch and, for confirm, with the check. The ratio without these is that of the loops.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

LOOP = """
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
history = []
for step in range({steps}):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(torch.randn(SHAPE)), torch.randn(TARGET))
    loss.backward()
    optimizer.step()
    history.append(loss.item())
print(sum(history) / max(len(history), 1))
"""
PROGRAMS = {
    "mlp": "model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10))\n"
    "SHAPE, TARGET = (128, 64), (128, 10)\n",
    "cnn": "model = nn.Sequential(nn.Conv2d(3, 32, 3), nn.ReLU(), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),\n"
    "    nn.Linear(64, 10))\nSHAPE, TARGET = (32, 3, 32, 32), (32, 10)\n",
    "transformer": "model = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), 2)\n"
    "SHAPE, TARGET = (16, 32, 64), (16, 32, 64)\n",
}


def cpu_seconds(command: list[str], folder: str) -> float:
    """Return the CPU time of a command and its children."""
    before = os.times()
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    confirm = [sys.executable, "-m", "graphlint", "confirm", "--torch", "--isolated", "--complete", "--steps", "0", "--seconds", "600"]
    print(f"{'program':12} {'alone':>8} {'confirm':>8} {'ratio':>6}   {'loop alone':>10} {'loop confirm':>12} {'ratio':>6}")
    for name, text in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as folder:
            for file, steps in (("train.py", options.steps), ("start.py", 0)):
                Path(folder, file).write_text("import torch\nfrom torch import nn\n\n" + text + LOOP.format(steps=steps), encoding="utf-8")
            times = {
                (file, kind): statistics.median(cpu_seconds([*command, file], folder) for _ in range(options.repeat))
                for file in ("train.py", "start.py")
                for kind, command in (("alone", [sys.executable]), ("confirm", confirm))
            }
        alone, recorded = times["train.py", "alone"], times["train.py", "confirm"]
        loop, recorded_loop = alone - times["start.py", "alone"], recorded - times["start.py", "confirm"]
        whole = f"{alone:8.2f} {recorded:8.2f} {recorded / alone:6.2f}"
        print(f"{name:12} {whole}   {loop:10.2f} {recorded_loop:12.2f} {recorded_loop / loop:6.2f}")


if __name__ == "__main__":
    main()
