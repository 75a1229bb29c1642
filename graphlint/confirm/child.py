"""The process in which a program is run on the shim: `python -m graphlint.confirm.child PROGRAM TRACE`."""

from __future__ import annotations

import importlib
import json
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from graphlint.autograd.events import Context, Detached, DiscardedResult, Misuse, Site
from graphlint.confirm import serialization
from graphlint.confirm.event_log import is_tensor
from graphlint.confirm.instrument import MARKER, Marked, mark
from graphlint.confirm.locations import Places
from graphlint.confirm.recorder import Recorder
from graphlint.confirm.retention import Holding
from graphlint.ir.discarded_results import COPIES

UNCALLED = frozenset(("eval", "train", "zero_grad", "step", "backward"))


class Markers:
    """What the markers in the program call."""

    def __init__(self, places: Places, recorder: Recorder, holding: Holding) -> None:
        self.places, self.recorder, self.holding = places, recorder, holding
        self.modes: Any = importlib.import_module("torch.autograd.grad_mode")

    def enter(self) -> None:
        """A function begins."""
        self.places.enter(sys._getframe(1))

    def begin(self, loop: int) -> None:
        """A loop begins."""
        self.places.begin(sys._getframe(1), loop)

    def turn(self, loop: int) -> None:
        """An iteration begins."""
        frame = sys._getframe(1)
        self.places.turn(frame, loop)
        self.holding.names(frame, None)

    def end(self, loop: int) -> None:
        """A loop is over."""
        frame = sys._getframe(1)
        last = self.places.end(frame, loop)
        if last is not None:
            self.holding.at_end(frame, last)

    def each(self, loop: int, iterable: Any) -> Iterator[Any]:
        """The turns of a comprehension."""
        begun: Any = None
        for item in iterable:
            frame = sys._getframe(1)
            if begun is None:
                self.places.begin(frame, loop)
            begun = frame
            self.places.turn(frame, loop)
            yield item
        if begun is not None:
            self.places.end(begun, loop)

    def after(self, statement: int) -> None:
        """A statement has been executed."""
        frame = sys._getframe(1)
        self.holding.after(frame, statement)
        name = self.places.marked.in_vain.get(self.places.marked.spans[statement])
        if name is not None:
            self.recorder.detached_in_vain(self.places.statement(statement), frame.f_locals.get(name))

    def dropped(self, value: Any, kind: str, method: str) -> Any:
        """The value of an expression statement."""
        if isinstance(value, self.modes.Mode) and not isinstance(value, self.modes.set_grad_enabled):
            self.recorder.dropped(value.what, "mode")
        elif isinstance(value, type) and issubclass(value, self.modes.Mode):
            self.recorder.dropped(value.__name__, "mode")
        elif kind == "attribute" and getattr(value, "__name__", "") in UNCALLED and hasattr(value, "__self__"):
            self.recorder.dropped(value.__name__, "uncalled")
        elif kind == "call" and method in COPIES and is_tensor(value):
            self.recorder.dropped(method, "copy")
        return value

    def manager(self, value: Any) -> Any:
        """A context manager, before it is entered."""
        if isinstance(value, type) and issubclass(value, self.modes.Mode):
            self.recorder.dropped(value.__name__, "uncalled mode")
        return value


def shim_folder() -> Path:
    """The folder that holds the shim's torch: installed below graphlint, or beside it in the repository."""
    here = Path(__file__).resolve().parents[1]
    installed = here / "runtime_shim"
    return installed if installed.is_dir() else here.parent / "runtime_shim"


def draw_alike() -> None:
    """Let `random` and NumPy draw the same in each run, as torch does unless it is told otherwise: a trace can be told again."""
    random.seed(0)
    numpy: Any = importlib.import_module("numpy")
    numpy.random.seed(0)


def prepare(path: str, marked: Marked, text: bytes) -> tuple[Recorder, Markers, CodeType]:
    """The recorder, the markers and the code of a program; the shim listens from now on."""
    sys.path.insert(0, str(shim_folder()))
    torch: Any = importlib.import_module("torch")
    state: Any = importlib.import_module("torch._state").state
    if not torch.__version__.endswith("+shim"):
        raise RuntimeError("the runtime shim is not the torch that was imported")
    places = Places(path, marked, text.decode("utf-8-sig", "replace").splitlines())
    recorder = Recorder(places, state)
    state.observer = recorder
    draw_alike()
    return recorder, Markers(places, recorder, Holding(recorder)), compile(marked.tree, path, "exec")


def ended(recorder: Recorder, error: BaseException, path: str) -> dict[str, Any]:
    """How a program ended that raised: which error, where, and what that says about deprecated spellings."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    recorder.forgive(frame.lineno or 0 for frame in frames)
    line = frames[-1].lineno or 0 if frames else 0
    site = Site(path, line, 0, line, 0)
    if frames and getattr(frames[-1], "colno", None) is not None:
        last: Any = frames[-1]
        site = Site(path, line, last.colno, last.end_lineno, last.end_colno)
    if isinstance(error, TypeError) and "retain_variables" in str(error):
        recorder.events.append(Misuse(site, Context(), "retain_variables"))
    elif isinstance(error, IndexError) and "invalid index of a 0-dim tensor" in str(error):
        # The path ends here: what was read on the way was not cut off for good.
        while recorder.events and isinstance(recorder.events[-1], Detached) and recorder.events[-1].site.line == line:
            recorder.events.pop()
        recorder.events.append(Misuse(site, Context(), "data_index"))
    elif isinstance(error, TypeError) and "context manager protocol" in str(error):
        recorder.events.append(DiscardedResult(site, Context(), "no_grad", "uncalled mode"))
    return {"error": type(error).__name__, "message": str(error), "line": line}


def main() -> None:
    """Run the program and write down its trace."""
    path, target = sys.argv[1:3]
    text = Path(path).read_bytes()
    recorder, markers, code = prepare(path, mark(text, path), text)
    module = ModuleType("__main__")
    module.__dict__.update({"__file__": path, MARKER: markers})
    sys.modules["__main__"] = module
    sys.argv, sys.path[0:0] = [path], [str(Path(path).resolve().parent)]
    ending = {"error": "", "message": "", "line": 0}
    try:
        exec(code, module.__dict__)
        recorder.forgive(())
    except SystemExit:
        recorder.forgive(())
        ending = {"error": "", "message": "", "line": 0}
    except BaseException as error:  # noqa: BLE001 - how the program ended is part of its trace
        ending = ended(recorder, error, path)
    Path(target).write_text(json.dumps({"ending": ending, "run": serialization.encode(recorder.run(path))}), encoding="utf-8")


if __name__ == "__main__":
    main()
