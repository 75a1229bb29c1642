"""Trace programs, each in a fork of this process: the way of graphlint.confirm.run, without an interpreter for each.

usage: trace_runner.py LIST FOLDER [shim|torch [tensors]]

LIST is a JSON list of [name, path of the program]; the trace of each is written to FOLDER/NAME.json. The programs run on the shim, or on
PyTorch; the files beside a program belong to its project. With `tensors`, a pickle of the values and gradients that each leaves is written
to FOLDER/NAME.tensors, see program_runner.py.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pickle
import random
import signal
import sys
from pathlib import Path

from graphlint.confirm import child
from graphlint.confirm.order import Emitter, Order

# What one program has compiled must not serve another.
os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
for name in ("torch", "torch.nn.functional", "torch.utils.data", "torch.distributions"):
    importlib.import_module(name)

SECONDS = 60


def main() -> None:
    """Trace what is listed."""
    listed, folder = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])
    emitter, tensors = Emitter((*sys.argv[3:], Emitter.SHIM.value)[0]), sys.argv[4:] == ["tensors"]
    tensors_in = importlib.import_module("program_runner").tensors_in if tensors else None
    if emitter is Emitter.TORCH:
        torch = importlib.import_module("torch")
        torch.set_num_threads(1)
        torch.optim.SGD([torch.zeros(1)]).step()  # the first step of a process imports hundreds of modules: here, not in each fork
        torch.manual_seed(0)
        random.seed(0)
    gc.collect()
    gc.freeze()  # what a collection in a fork does not visit is not copied
    for each, path in listed:
        process = os.fork()
        if process == 0:
            signal.alarm(SECONDS)
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            sheet = folder / f"{each}.order"
            script = Path(path).resolve()
            Order(str(folder / f"{each}.json"), emitter, script=str(script), folders=(str(script.parent),)).write(sheet)
            sys.argv = ["child", str(sheet)]
            child.main()
            if tensors_in is not None:
                (folder / f"{each}.tensors").write_bytes(pickle.dumps(tensors_in(sys.modules["__main__"])))
            os._exit(0)
        os.waitpid(process, 0)


if __name__ == "__main__":
    main()
