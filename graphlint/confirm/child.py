"""The process that runs a program: `python -m graphlint.confirm.child ORDER`, where ORDER is the JSON file of an `Order`."""

from __future__ import annotations

import builtins
import importlib
import json
import os
import random
import runpy
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from graphlint.autograd.events import Context, Detached, Discarded, DiscardedResult, OldApi, OldApiUse, Site
from graphlint.autograd.run import Run
from graphlint.common.signals import act_after, act_on
from graphlint.common.supervisor import OVER_MEMORY_SIGNAL
from graphlint.confirm import serialization
from graphlint.confirm.instrument import MARKER
from graphlint.confirm.limits import EveryFindingDecided, LimitReached, Limits, is_out_of_memory, limit_allocations, memory_limit
from graphlint.confirm.locations import LocationTracker
from graphlint.confirm.markers import Markers
from graphlint.confirm.order import Emitter, Ending, Order
from graphlint.confirm.program import Program, ProgramFinder
from graphlint.confirm.questions import Asker
from graphlint.confirm.recorder import Recorder
from graphlint.confirm.retention import RetentionTracker
from graphlint.confirm.shim_tensors import ShimTensors

OWN = str(Path(__file__).resolve().parent)
PASSING = frozenset(
    ("operation", "read_property", "write_property", "__torch_function__", "run", "reporting", "observed", "iterate_comprehension")
)
"""Functions of the recorder through which errors of PyTorch and of the program pass; those of others are errors of the recorder."""
GRACE = 1.0
"""Seconds after the time limit at which code that reaches no marker is interrupted."""


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


def shim_recorder(places: LocationTracker) -> Recorder:
    """Import the shim in place of torch and attach a recorder to it.

    Raises:
        RuntimeError: if another torch was imported before.
    """
    sys.path.insert(0, str(shim_folder()))
    torch: Any = importlib.import_module("torch")
    state: Any = importlib.import_module("torch._state").state
    if not torch.__version__.endswith("+shim"):
        raise RuntimeError("the runtime shim is not the torch that was imported")
    recorder = Recorder(places, ShimTensors(state, importlib.import_module("torch.autograd.grad_mode")))
    state.observer = recorder
    seed_generators()
    return recorder


def torch_recorder(places: LocationTracker) -> Recorder:
    """Import torch and attach a recorder to it."""
    from graphlint.confirm.torch_hooks import attach  # noqa: PLC0415  runs on the shim need none of it

    return attach(places)


RECORDERS: dict[Emitter, Callable[[LocationTracker], Recorder]] = {Emitter.SHIM: shim_recorder, Emitter.TORCH: torch_recorder}


@dataclass
class Session:
    """One run: the program, its recorder and its limits."""

    order: Order
    program: Program
    recorder: Recorder
    limits: Limits

    @classmethod
    def begin(cls, order: Order) -> Session:
        """Attach the recorder, and make the markers and the program's modules known to the interpreter."""
        program = Program(order.script, order.folders)
        if order.script:
            program.entry = program.shown(order.script)
        recorder = RECORDERS[order.emitter](LocationTracker(program))
        limits = Limits(order.steps, order.seconds, order.memory)
        markers = Markers(recorder, RetentionTracker(recorder), limits)
        setattr(builtins, MARKER, markers)
        ProgramFinder(program).install()
        session = cls(order, program, recorder, limits)
        if order.asks:
            markers.asker = Asker(order.trace, lambda: session.content(Ending(decided=True), recorder.run_so_far(program.entry)))
        return session

    def execute(self) -> None:
        """Execute the program as `__main__`."""
        order = self.order
        sys.argv[:] = [order.script or order.module, *order.arguments]
        if order.module:
            sys.path.insert(0, os.getcwd())
            self.run_module(order.module)
            return
        sys.path.insert(0, os.path.dirname(order.script))
        text = Path(order.script).read_bytes() if order.text is None else order.text
        self.run_code(self.program.compile(order.script, text), {"__file__": order.script, "__cached__": None})

    def run_module(self, name: str) -> None:
        """Execute a module as `python -m` does."""
        try:
            _, spec, code = runpy._get_module_details(name)  # type: ignore[attr-defined]  # what `python -m` itself calls
        except ImportError as error:
            sys.exit(str(error))
        self.program.entry = self.program.shown(spec.origin)
        sys.argv[0] = spec.origin
        names = {
            "__file__": spec.origin,
            "__cached__": spec.cached,
            "__loader__": spec.loader,
            "__package__": spec.parent,
            "__spec__": spec,
        }
        self.run_code(code, names)

    def run_code(self, code: CodeType, names: dict[str, Any]) -> None:
        """Execute code in a new `__main__` module."""
        module = ModuleType("__main__")
        module.__dict__.update(names)
        sys.modules["__main__"] = module
        exec(code, module.__dict__)

    def run(self) -> Ending:
        """Execute the program and return how it ended."""
        self.interrupt_at_limits()
        try:
            self.execute()
        except SystemExit as end:
            self.recorder.remove_caught_errors(())
            if isinstance(end.code, int) or end.code is None:
                return Ending(status=end.code or 0)
            sys.stderr.write(f"{end.code}\n")
            return Ending(status=1)
        except EveryFindingDecided:
            self.recorder.remove_caught_errors(())
            return Ending(decided=True)
        except LimitReached as limit:
            self.recorder.remove_caught_errors(())
            return Ending(limit=str(limit))
        except BaseException as error:  # noqa: BLE001  the error is part of the trace
            return self.describe_error(error)
        self.recorder.remove_caught_errors(())
        return Ending()

    def content(self, ending: Ending, run: Run) -> str:
        """Return the trace as JSON."""
        recorder = self.recorder
        content = {
            "ending": ending.to_json(),
            "run": serialization.encode(run),
            "sizes": [[number, [list(pair) for pair in sizes]] for number, sizes in recorder.sizes.items() if sizes],
            "executed": [[*site, count] for site, count in recorder.executed.items()],
            "around": [[list(site), list(map(list, loops))] for site, loops in recorder.loops_around.items()],
            "files": [[file.path, name] for name, file in self.program.files.items()],
            "caught": [[list(event.site), event.fault.value] for event in recorder.caught],
            "loops": [[list(ended.loop), ended.iterations, list(ended.nodes)] for ended in recorder.ended_loops],
            "limited": self.limits.ended_loops,
        }
        return json.dumps(content)

    def interrupt_at_limits(self) -> None:
        """Interrupt code that reaches no marker, such as the loading of data, after the time limit and above the memory limit."""

        def end_late() -> None:
            raise LimitReached(f"the time limit of {self.limits.seconds:g} seconds")

        def end_big() -> None:
            raise LimitReached(memory_limit(self.limits.memory))

        if self.limits.seconds:
            act_after(self.limits.seconds + GRACE, end_late)
        if self.limits.memory:
            act_on(OVER_MEMORY_SIGNAL, end_big)
            limit_allocations(self.limits.memory)

    def lift_limits(self) -> None:
        """Let nothing interrupt the writing of the trace."""
        act_after(0)
        if self.limits.memory:
            act_on(OVER_MEMORY_SIGNAL, None)
            limit_allocations(0)

    def describe_error(self, error: BaseException) -> Ending:
        """Return the end of a program that raised, and record misuses that the error shows."""
        recorder, files = self.recorder, self.program.files
        every = traceback.extract_tb(error.__traceback__)
        limit = memory_limit(self.limits.memory) if self.limits.memory and is_out_of_memory(error) else ""
        if (
            not limit
            and every
            and every[-1].filename.startswith(OWN)
            and every[-1].name not in PASSING
            and not every[-1].name.startswith("observed_")
        ):
            return Ending(failure="".join(traceback.format_exception(error)))
        frames = [frame for frame in every if frame.filename in files]
        recorder.remove_caught_errors((files[frame.filename].path, frame.lineno or 0) for frame in frames)
        path, line = (files[frames[-1].filename].path, frames[-1].lineno or 0) if frames else (self.program.entry, 0)
        site = Site(path, line, 0, line, 0)
        if frames and getattr(frames[-1], "colno", None) is not None:
            last: Any = frames[-1]
            site = Site(path, line, last.colno, last.end_lineno, last.end_colno)
        if isinstance(error, TypeError) and "retain_variables" in str(error):
            recorder.events.append(OldApiUse(site, Context(), OldApi.RETAIN_VARIABLES))
        elif isinstance(error, IndexError) and "invalid index of a 0-dim tensor" in str(error):
            # The program ends here: values read in this line are not detached permanently.
            while recorder.events and isinstance(recorder.events[-1], Detached) and recorder.events[-1].site.line == line:
                recorder.events.pop()
            recorder.events.append(OldApiUse(site, Context(), OldApi.DATA_INDEX))
        elif isinstance(error, TypeError) and "context manager protocol" in str(error):
            recorder.events.append(DiscardedResult(site, Context(), "no_grad", Discarded.MODE_CLASS))
        return Ending(type(error).__name__, str(error), path, line, "".join(self.shown_traceback(error)), limit)

    def shown_traceback(self, error: BaseException) -> list[str]:
        """Return the traceback of an error without the frames of graphlint."""
        summary = traceback.TracebackException.from_exception(error)
        summary.stack = traceback.StackSummary.from_list([frame for frame in summary.stack if not frame.filename.startswith(OWN)])
        return list(summary.format())


def is_of_recorder(frame: traceback.FrameSummary) -> bool:
    """Return True if an error that a frame raised is one of the recorder, and not of PyTorch or of the program."""
    return frame.filename.startswith(OWN) and frame.name not in PASSING and not frame.name.startswith("observed_")


def main() -> None:
    """Run the program and write its trace."""
    order = Order.read(Path(sys.argv[1]))
    session = Session.begin(order)
    ending = session.run()
    session.lift_limits()
    recorder = session.recorder
    Path(order.trace).write_text(session.content(ending, recorder.run(session.program.entry)), encoding="utf-8")
    # The interpreter ends as it does after the program alone: it flushes files and calls what was registered for its end.
    recorder.library.unobserved().__enter__()


if __name__ == "__main__":
    main()
