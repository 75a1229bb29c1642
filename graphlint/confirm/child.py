"""Process that runs a program on the shim: `python -m graphlint.confirm.child PROGRAM TRACE`."""

from __future__ import annotations

import importlib
import json
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from graphlint.autograd.events import Context, Detached, Discarded, DiscardedResult, Misuse, Site
from graphlint.confirm import serialization
from graphlint.confirm.event_log import is_tensor
from graphlint.confirm.instrument import MARKER, Instrumented, instrument
from graphlint.confirm.locations import LocationTracker
from graphlint.confirm.recorder import Recorder
from graphlint.confirm.retention import RetentionTracker
from graphlint.ir.discarded_results import COPIES

METHODS_TO_CALL = frozenset(("eval", "train", "zero_grad", "step", "backward"))


class Markers:
    """Methods called by the markers in the instrumented program."""

    def __init__(self, places: LocationTracker, recorder: Recorder, retention: RetentionTracker) -> None:
        self.places, self.recorder, self.retention = places, recorder, retention
        self.modes: Any = importlib.import_module("torch.autograd.grad_mode")

    def enter(self) -> None:
        """Enter a function."""
        self.places.enter(sys._getframe(1))

    def begin(self, loop: int) -> None:
        """Begin a loop."""
        self.places.begin(sys._getframe(1), loop)

    def iterate(self, loop: int) -> None:
        """Begin an iteration."""
        frame = sys._getframe(1)
        self.places.iterate(frame, loop)
        self.retention.names(frame, None)

    def end(self, loop: int) -> None:
        """End a loop."""
        self.end_loop(sys._getframe(1), loop)

    def returned(self, value: Any, *loops: int) -> Any:
        """End the loops from within which a function returns a value, innermost first."""
        for loop in loops:
            self.end_loop(sys._getframe(1), loop)
        return value

    def end_loop(self, frame: FrameType, loop: int) -> None:
        """End a loop of a frame, and report the graphs that it has left."""
        last = self.places.end(frame, loop)
        if last is not None:
            self.retention.at_end(frame, last)

    def iterate_comprehension(self, loop: int, iterable: Any) -> Iterator[Any]:
        """Iterate over a comprehension's iterable, recording the iterations."""
        started_frame: Any = None
        for item in iterable:
            frame = sys._getframe(1)
            if started_frame is None:
                self.places.begin(frame, loop)
            started_frame = frame
            self.places.iterate(frame, loop)
            yield item
        if started_frame is not None:
            self.places.end(started_frame, loop)

    def after(self, statement: int) -> None:
        """Record the effects of a statement after its execution."""
        frame = sys._getframe(1)
        self.retention.after(frame, statement)
        name = self.places.instrumented.unused_detaches.get(self.places.instrumented.spans[statement])
        if name is not None:
            self.recorder.unused_detach(self.places.statement(statement), frame.f_locals.get(name))

    def dropped(self, value: Any, kind: str, method: str) -> Any:
        """Record the discarded value of an expression statement."""
        if isinstance(value, self.modes.Mode) and not isinstance(value, self.modes.set_grad_enabled):
            self.recorder.dropped(value.what, Discarded.MODE)
        elif isinstance(value, type) and issubclass(value, self.modes.Mode):
            self.recorder.dropped(value.__name__, Discarded.MODE)
        elif kind == "attribute" and getattr(value, "__name__", "") in METHODS_TO_CALL and hasattr(value, "__self__"):
            self.recorder.dropped(value.__name__, Discarded.METHOD)
        elif kind == "call" and method in COPIES and is_tensor(value):
            self.recorder.dropped(method, Discarded.COPY)
        return value

    def manager(self, value: Any) -> Any:
        """Record a context manager before it is entered."""
        if isinstance(value, type) and issubclass(value, self.modes.Mode):
            self.recorder.dropped(value.__name__, Discarded.MODE_CLASS)
        return value


def shim_folder() -> Path:
    """Return the folder of the shim's torch package: inside of graphlint if installed, next to it in the repository."""
    here = Path(__file__).resolve().parents[1]
    installed = here / "runtime_shim"
    return installed if installed.is_dir() else here.parent / "runtime_shim"


def seed_generators() -> None:
    """Seed `random` and NumPy, so that traces are reproducible; the shim's torch is seeded by default."""
    random.seed(0)
    numpy: Any = importlib.import_module("numpy")
    numpy.random.seed(0)


def prepare(path: str, instrumented: Instrumented, text: bytes) -> tuple[Recorder, Markers, CodeType]:
    """Import the shim, attach the recorder, and return it with the markers and the compiled program."""
    sys.path.insert(0, str(shim_folder()))
    torch: Any = importlib.import_module("torch")
    state: Any = importlib.import_module("torch._state").state
    if not torch.__version__.endswith("+shim"):
        raise RuntimeError("the runtime shim is not the torch that was imported")
    places = LocationTracker(path, instrumented, text.decode("utf-8-sig", "replace").splitlines())
    recorder = Recorder(places, state)
    state.observer = recorder
    seed_generators()
    return recorder, Markers(places, recorder, RetentionTracker(recorder)), compile(instrumented.tree, path, "exec")


def describe_error(recorder: Recorder, error: BaseException, path: str) -> dict[str, Any]:
    """Return the error, message and line of a program that raised, and record misuses that the error shows."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    recorder.remove_caught_errors(frame.lineno or 0 for frame in frames)
    line = frames[-1].lineno or 0 if frames else 0
    site = Site(path, line, 0, line, 0)
    if frames and getattr(frames[-1], "colno", None) is not None:
        last: Any = frames[-1]
        site = Site(path, line, last.colno, last.end_lineno, last.end_colno)
    if isinstance(error, TypeError) and "retain_variables" in str(error):
        recorder.events.append(Misuse(site, Context(), "retain_variables"))
    elif isinstance(error, IndexError) and "invalid index of a 0-dim tensor" in str(error):
        # The program ends here: values read in this line are not detached permanently.
        while recorder.events and isinstance(recorder.events[-1], Detached) and recorder.events[-1].site.line == line:
            recorder.events.pop()
        recorder.events.append(Misuse(site, Context(), "data_index"))
    elif isinstance(error, TypeError) and "context manager protocol" in str(error):
        recorder.events.append(DiscardedResult(site, Context(), "no_grad", Discarded.MODE_CLASS))
    return {"error": type(error).__name__, "message": str(error), "line": line}


def main() -> None:
    """Run the program and write its trace."""
    path, target = sys.argv[1:3]
    text = Path(path).read_bytes()
    recorder, markers, code = prepare(path, instrument(text, path), text)
    module = ModuleType("__main__")
    module.__dict__.update({"__file__": path, MARKER: markers})
    sys.modules["__main__"] = module
    sys.argv, sys.path[0:0] = [path], [str(Path(path).resolve().parent)]
    ending = {"error": "", "message": "", "line": 0}
    try:
        exec(code, module.__dict__)
        recorder.remove_caught_errors(())
    except SystemExit:
        recorder.remove_caught_errors(())
        ending = {"error": "", "message": "", "line": 0}
    except BaseException as error:  # noqa: BLE001  the error is part of the trace
        ending = describe_error(recorder, error, path)
    Path(target).write_text(json.dumps({"ending": ending, "run": serialization.encode(recorder.run(path))}), encoding="utf-8")


if __name__ == "__main__":
    main()
