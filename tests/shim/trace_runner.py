"""Trace programs on the shim, each in a fork of this process: the way of graphlint.confirm.run, without an interpreter for each.

usage: trace_runner.py LIST FOLDER

LIST is a JSON list of [name, path of the program]; the trace of each is written to FOLDER/NAME.json.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from pathlib import Path

from graphlint.confirm import child

for name in ("torch", "torch.nn.functional", "torch.utils.data", "torch.distributions"):
    importlib.import_module(name)

SECONDS = 60


def main() -> None:
    """Trace what is listed."""
    listed, folder = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])
    for each, path in listed:
        process = os.fork()
        if process == 0:
            signal.alarm(SECONDS)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            sys.argv = ["child", path, str(folder / f"{each}.json")]
            child.main()
            os._exit(0)
        os.waitpid(process, 0)


if __name__ == "__main__":
    main()
