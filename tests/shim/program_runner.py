"""Run programs under whichever `torch` is on the path, each in a fork of this process, and write down how each ended.

usage: program_runner.py LIST RESULT

LIST is a JSON list of [name, path of the program]; with a third argument, "together", all run in one process, which is faster, and only
right for programs that leave no traces (shim_faults.py can then seed a fault). The result is a pickle: name -> {"error", "message",
"line", "lines", "place", "printed", "warned", "tensors"}. `line` is the innermost line in the program's own file, `lines` all of them,
`place` the innermost line in any file of the program's folder, with that file's name; `tensors` are values and gradients of what the
program's module holds at the end, by name.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import pickle
import random
import signal
import sys
import traceback
import warnings
from pathlib import Path
from typing import Any

torch: Any = importlib.import_module("torch")
for name in ("torch.nn.functional", "torch.utils.data", "torch.utils.checkpoint", "torch.distributions", "torch.optim.lr_scheduler"):
    importlib.import_module(name)

SECONDS = 60
NO_CONTEXT = ("", 0)


def array_of(tensor: Any) -> Any:
    """A copy of the values; NumPy has no bfloat16."""
    return (tensor.data.float() if str(tensor.dtype) == "torch.bfloat16" else tensor.data).numpy().copy()


def tensors_of(name: str, value: Any, found: dict[str, Any], depth: int = 0) -> None:
    """Values and gradients of tensors, modules and containers, by their spelling."""
    if isinstance(value, torch.Tensor):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                grad = value.grad if value.is_leaf else None
        except RuntimeError as error:  # a view that may not be looked at any more
            found[name] = (array_of(value), None, str(error), False, 0)
            return
        found[name] = (
            array_of(value),
            None if grad is None else array_of(grad),
            bool(value.requires_grad),
            bool(value.is_leaf),
            0 if value.is_inference() else value._version,
        )
    elif isinstance(value, torch.nn.Module):
        for key, each in value.named_parameters():
            tensors_of(f"{name}.{key}", each, found)
    elif isinstance(value, (list, tuple)) and depth < 3:
        for place, each in enumerate(value):
            tensors_of(f"{name}[{place}]", each, found, depth + 1)
    elif isinstance(value, dict) and depth < 3:
        for key, each in value.items():
            tensors_of(f"{name}[{key!r}]", each, found, depth + 1)
    elif (
        type(value).__module__.startswith(("__main__", "helpers_"))
        and hasattr(value, "__dict__")
        and not isinstance(value, type)
        and depth < 3
    ):
        for key, each in vars(value).items():
            tensors_of(f"{name}.{key}", each, found, depth + 1)


def tensors_in(module: Any) -> dict[str, Any]:
    """Values and gradients of what a module holds."""
    found: dict[str, Any] = {}
    for name, value in module.__dict__.items():
        if not name.startswith("__"):
            tensors_of(name, value, found)
    return found


def run(path: str) -> dict[str, Any]:
    """Run one program in this process."""
    result: dict[str, Any] = {"error": "", "message": "", "line": 0, "lines": [], "place": NO_CONTEXT}
    printed = io.StringIO()
    namespace: dict[str, Any] = {"__name__": "__main__", "__file__": path}
    module = type(sys)("__main__")
    module.__dict__.update(namespace)
    sys.modules["__main__"] = module
    sys.path[0] = str(Path(path).parent)
    sys.argv = [path]
    # What a fork has drawn before it began is another number in every process.
    random.seed(0)
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        try:
            exec(compile(Path(path).read_bytes(), path, "exec"), module.__dict__)
        except SystemExit:
            pass
        except BaseException as error:  # noqa: BLE001 - how the program ended is what is asked for
            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno for frame in frames if frame.filename == path]
            places = [(Path(frame.filename).name, frame.lineno) for frame in frames if Path(frame.filename).parent == Path(path).parent]
            result |= {"error": type(error).__name__, "message": str(error), "line": lines[-1] if lines else 0, "lines": lines}
            result["place"] = places[-1] if places else NO_CONTEXT
    result["printed"] = printed.getvalue()
    result["warned"] = [(each.lineno if each.filename == path else 0, str(each.message)) for each in caught]
    result["tensors"] = tensors_in(module)
    return result


def in_fork(path: str) -> dict[str, Any]:
    """Run one program in a fork, with a time limit."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(SECONDS)
        with os.fdopen(writer, "wb") as stream:
            stream.write(pickle.dumps(run(path)))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(child, 0)
    return (
        pickle.loads(data)
        if data
        else {
            "error": "Died",
            "message": f"status {status}",
            "line": 0,
            "lines": [],
            "place": NO_CONTEXT,
            "printed": "",
            "warned": [],
            "tensors": {},
        }
    )


def main() -> None:
    """Run what is listed."""
    torch.set_num_threads(1)
    # An optimizer's first step imports much of PyTorch: once here, not in every fork.
    torch.optim.SGD([torch.ones(1, requires_grad=True)]).step()
    source, target, *options = sys.argv[1:]
    listed = json.loads(Path(source).read_text(encoding="utf-8"))
    together = options[:1] == ["together"]
    if options[1:]:
        sys.path.insert(0, str(Path(__file__).parents[1] / "differential"))
        importlib.import_module("shim_faults").seed(options[1])
    gc.collect()
    gc.freeze()  # what a collection in a fork does not visit is not copied
    results = {}
    for name, path in listed:
        results[name] = run(path) if together else in_fork(path)
        torch.set_grad_enabled(True)
        torch.set_default_dtype(torch.float32)
    Path(target).write_bytes(pickle.dumps(results))


if __name__ == "__main__":
    main()
