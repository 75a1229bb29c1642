"""Run marked programs under real PyTorch and hold their marks against what happens.

usage: marks_against_torch.py [--json] PATH...

PATH is a program or a folder of programs. A program marks each line on which a finding must stand with `# ! CODE`. What can be
measured cheaply is measured: whether and where it raises and in which words, which graphs grow over the iterations of a loop, which
module calls build a graph that no backward reaches, which retain_graph=True can be left out, which steps find no gradient or one that
was used before, and what PyTorch warns of. Prints every disagreement; exits 1 if there is one. With --json prints
{program: [disagreement, ...]} instead.

torch is imported once; each run of a program is a fork of that process.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import random
import re
import select
import signal
import sys
import traceback
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from graphlint.rule.registry import discover

# What one program has compiled must not serve another: an entry of the cache knows if a backward pass retained the graph.
os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
# Imported by name, as type checkers need not have it.
torch: Any = importlib.import_module("torch")
optimizers: Any = importlib.import_module("torch.optim.optimizer")

MARK = re.compile(r"# ! (GL\d+)")
OK = "_ok"
COMPILES = "torch.compile"
SECONDS_PER_RUN = 60
SECONDS_TO_COMPILE = 240
RUNS = 4  # of a program that dies or hangs, before that is what is said of it
COUNTED_STARTS = 50  # of one loop: what a program keeps for each iteration grows in the first of them, too

RULES = [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]
# What PyTorch says on a line with a mark: it must raise, it may (depending on the form of the mistake), or it warns.
MUST_RAISE = {rule.code: rule.raises for rule in RULES if rule.raises}
MAY_RAISE = {rule.code: rule.may_raise for rule in RULES if rule.may_raise}
# Of a mistake that a later statement raises on, the mark is elsewhere.
LATER = {rule.code for rule in RULES if rule.raises_later}
# PyTorch warns of a reference cycle once in a process, whichever line it is on.
(CYCLE,) = (rule.warns for rule in RULES if rule.code == "GL204")
WARNS = {rule.code: rule.warns for rule in RULES if rule.warns and rule.warns != CYCLE}


@dataclass
class Observation:
    """What one run of a program showed; lines are those of the program's own file."""

    raised: dict[str, Any] | None = None
    warned: list[tuple[tuple[int, ...], str]] = field(default_factory=list)  # lines of the calls, innermost first, and the message
    growing: list[int] = field(default_factory=list)
    calls: dict[int, list[int]] = field(default_factory=dict)  # line of module calls: [with a graph, reached by a backward]
    in_training: list[int] = field(default_factory=list)  # lines of calls that lead to dropout or batch norm in training mode
    steps: list[tuple[int, bool, bool]] = field(default_factory=list)  # line, found a gradient, found one that was used before
    leftovers: list[int] = field(default_factory=list)  # lines of steps that use gradients computed before another optimizer's step
    cycles: bool = False
    scaled_steps: list[int] = field(default_factory=list)  # lines of steps that use gradients of a scaled loss
    never_steps: bool = False  # an optimizer resets gradients and never steps
    untrained: bool = False  # an optimizer steps without ever finding a gradient of one of its parameters


@dataclass(frozen=True)
class Plan:
    """How to run a program: whether to count graphs in loops, and on which line retain_graph=True is made False."""

    count_graphs: bool = False
    let_go: int = 0


class Instrument(ast.NodeTransformer):
    """Adds to a program's tree what a library cannot see: the ends of iterations. Optionally lets one retained graph go."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def _loop(self, node: ast.For | ast.While) -> Any:
        self.generic_visit(node)
        if not self.plan.count_graphs:
            return node
        start, end = (ast.parse(f"{name}({node.lineno})").body[0] for name in ("__loop_starts__", "__iteration_ends__"))
        node.body = [ast.Try(body=node.body, handlers=[], orelse=[], finalbody=[end])]
        for added in (start, end, node.body[0]):
            for part in ast.walk(added):
                if "lineno" in part._attributes and not hasattr(part, "lineno"):
                    ast.copy_location(part, node)
        return [ast.copy_location(start, node), node]

    def visit_For(self, node: ast.For) -> Any:
        return self._loop(node)

    def visit_While(self, node: ast.While) -> Any:
        return self._loop(node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        for keyword in node.keywords:
            if node.lineno == self.plan.let_go and is_literal_retain(keyword):
                keyword.value = ast.copy_location(ast.Constant(False), keyword.value)
        return node


def is_literal_retain(keyword: ast.keyword) -> bool:
    return keyword.arg == "retain_graph" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True


def live_nodes() -> int:
    """How many autograd nodes the tensors that are alive hold."""
    gc.collect()
    seen: dict[int, Any] = {}
    todo = [thing.grad_fn for thing in gc.get_objects() if issubclass(type(thing), torch.Tensor)]
    while todo:
        node = todo.pop()
        if node is not None and id(node) not in seen:
            seen[id(node)] = node
            todo.extend(following for following, _ in node.next_functions)
    return len(seen)


class Observer:
    """Watches one run, in the process that runs the program."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen = Observation()
        self.starts: dict[int, int] = {}  # of loops, by line
        self.counts: dict[int, list[list[int]]] = {}  # by line of a loop: the live nodes after each iteration, of each start
        self.used: dict[int, Any] = {}
        self.left: dict[int, Any] = {}  # gradients that the step of another optimizer has left as they were
        self.owned: dict[int, tuple[Any, bool]] = {}
        self.scaled = 0  # backwards of scaled losses
        self.unscaled: dict[int, int] = {}  # by optimizer: how many of them were before it was unscaled
        self.reset: dict[int, Any] = {}  # optimizers that have reset gradients
        self.stepped: set[int] = set()

    def line(self) -> int:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0

    def loop_starts(self, line: int) -> None:
        self.starts[line] = self.starts.get(line, 0) + 1
        if self.starts[line] <= COUNTED_STARTS:
            self.counts.setdefault(line, []).append([])

    def iteration_ends(self, line: int) -> None:
        if self.starts[line] <= COUNTED_STARTS:
            self.counts[line][-1].append(live_nodes())

    def module_called(self, module: Any, inputs: Any, output: Any) -> None:
        tally = self.seen.calls.setdefault(self.line(), [0, 0])
        if any(layer.training and is_dropout_or_batch_norm(layer) for layer in module.modules()):
            self.seen.in_training.extend(frame.lineno or 0 for frame in traceback.extract_stack() if frame.filename == self.path)
        reached = [False]

        def walked(*_: Any) -> None:
            tally[1] += not reached[0]
            reached[0] = True

        nodes = {id(node): node for node in graph_ends(output)}
        tally[0] += bool(nodes)
        for node in nodes.values():
            node.register_hook(walked)

    def watch_scalers(self) -> None:
        scaler = torch.amp.GradScaler
        scale, unscale = scaler.scale, scaler.unscale_

        def computed(_: Any) -> None:
            self.scaled += 1

        def scaled(this: Any, outputs: Any) -> Any:
            result = scale(this, outputs)
            if this.is_enabled() and isinstance(result, torch.Tensor) and result.requires_grad:
                result.register_hook(computed)
            return result

        def unscaled(this: Any, optimizer: Any) -> None:
            unscale(this, optimizer)
            self.unscaled[id(optimizer)] = self.scaled

        scaler.scale, scaler.unscale_ = scaled, unscaled

    def watch_resets(self) -> None:
        zero_grad = optimizers.Optimizer.zero_grad

        def resets(optimizer: Any, *arguments: Any, **keywords: Any) -> None:
            if any(p.grad is not None for group in optimizer.param_groups for p in group["params"]):
                self.reset[id(optimizer)] = optimizer
            zero_grad(optimizer, *arguments, **keywords)

        optimizers.Optimizer.zero_grad = resets

    def stepping(self, optimizer: Any, arguments: Any, keywords: Any) -> None:
        self.stepped.add(id(optimizer))
        if self.scaled > self.unscaled.get(id(optimizer), 0):
            self.seen.scaled_steps.append(self.line())
        if len(arguments) > 1 or keywords:  # a closure: the gradients are made inside of the step
            return
        for p in (p for group in optimizer.param_groups for p in group["params"] if p.requires_grad):
            self.owned[id(p)] = p, p.grad is not None or self.owned.get(id(p), (p, False))[1]
        gradients = [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]
        fresh = [g for g in gradients if bool((g != 0).any())]
        self.seen.steps.append((self.line(), bool(fresh), any(self.used.get(id(g)) is g for g in fresh)))
        if any(self.left.get(id(g)) is g for g in fresh):
            self.seen.leftovers.append(self.line())
        self.used.update({id(g): g for g in gradients})
        others = [p.grad for p, _ in self.owned.values() if p.grad is not None and not any(p.grad is g for g in gradients)]
        self.left.update({id(g): g for g in others if self.used.get(id(g)) is not g})

    def forget(self, gradient: Any) -> None:
        self.used.pop(id(gradient), None)
        self.left.pop(id(gradient), None)

    def watch(self, text: str) -> None:
        if COMPILES not in text:  # Dynamo would trace the hook, and split the graph at it
            torch.nn.modules.module.register_module_forward_hook(self.module_called)
        optimizers.register_optimizer_step_pre_hook(self.stepping)
        self.watch_scalers()
        self.watch_resets()
        zero = torch.Tensor.zero_

        def zeroed(tensor: Any) -> Any:
            self.forget(tensor)
            return zero(tensor)

        torch.Tensor.zero_ = zeroed
        foreach_zero = torch._foreach_zero_

        def all_zeroed(tensors: Any) -> None:
            for tensor in tensors:
                self.forget(tensor)
            foreach_zero(tensors)

        torch._foreach_zero_ = all_zeroed

    def warned(
        self, message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: Any = None
    ) -> None:
        """Record a warning with the lines of the calls in the program that lead to it."""
        calls = [frame.lineno or 0 for frame in traceback.extract_stack() if frame.filename == self.path]
        if filename == self.path:
            self.seen.warned.append(((lineno, *reversed(calls[:-1])), str(message)))
        self.seen.cycles |= CYCLE in str(message)


def is_dropout_or_batch_norm(layer: Any) -> bool:
    rates = getattr(layer, "p", 0), getattr(layer, "dropout", 0)
    return getattr(layer, "running_mean", None) is not None or any(isinstance(rate, float) and rate > 0 for rate in rates)


def graph_ends(value: Any) -> Iterator[Any]:
    """The nodes on which the tensors in a module's result hang."""
    if isinstance(value, torch.Tensor):
        if value.grad_fn is not None:
            yield value.grad_fn
    elif isinstance(value, dict):
        yield from graph_ends(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from graph_ends(item)


def grows(counts: list[int]) -> bool:
    later = counts[1:]
    return len(later) >= 3 and later == sorted(later) and later[-1] > later[0]


def observe(path: str, plan: Plan) -> Observation:
    """Run a program in this process and say what was seen."""
    observer = Observer(path)
    text = Path(path).read_text(encoding="utf-8")
    observer.watch(text)
    torch.manual_seed(0)
    random.seed(0)
    tree = ast.fix_missing_locations(Instrument(plan).visit(ast.parse(text)))
    main, here = type(sys)("__main__"), sys.modules["__main__"]
    main.__dict__.update(__file__=path, __loop_starts__=observer.loop_starts, __iteration_ends__=observer.iteration_ends)
    sys.modules["__main__"], sys.argv = main, [path]
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = observer.warned
        torch.set_warn_always(True)
        try:
            exec(compile(tree, path, "exec"), main.__dict__)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it is, it is what the program does
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
            observer.seen.raised = {"type": type(error).__name__, "message": str(error), "line": lines[-1] if lines else 0}
    sys.modules["__main__"], seen = here, observer.seen
    seen.untrained = not all(found for _, found in observer.owned.values())
    seen.never_steps = not observer.reset.keys() <= observer.stepped
    seen.growing = [line for line, runs in observer.counts.items() if any(map(grows, runs))]
    return seen


def in_fork(path: str, plan: Plan) -> Observation:
    """Run a program in forks of this process, with a time limit, and again as long as a run ends without an answer.

    A process that died or hangs says nothing of the marks: with several threads that happens once in some thousand runs.
    """
    for _ in range(RUNS):
        if (seen := run_fork(path, plan)) is not None:
            return seen
    return Observation(raised={"type": "Killed", "message": f"{RUNS} runs died or took too long", "line": 0})


def run_fork(path: str, plan: Plan) -> Observation | None:
    """Run a program in a fork of this process, and return what it saw; None if it died or took too long."""
    seconds = SECONDS_TO_COMPILE if COMPILES in Path(path).read_text(encoding="utf-8") else SECONDS_PER_RUN
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        sink = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(sink, stream)
        signal.alarm(seconds)
        try:
            seen = observe(path, plan)
        except Exception:  # noqa: BLE001 - a fault of this file, told by the parent
            seen = Observation(raised={"type": "Harness", "message": traceback.format_exc()[-300:].replace("\n", " | "), "line": 0})
        with os.fdopen(writing, "w") as out:
            json.dump(asdict(seen), out)
        os._exit(0)
    os.close(writing)
    parts = []
    with os.fdopen(reading, "rb") as answer:
        while select.select([answer], [], [], seconds + 5)[0]:
            part = answer.read1()
            if not part:
                break
            parts.append(part)
    os.waitpid(child, 0)
    if not parts:
        return None
    data = json.loads(b"".join(parts))
    data["calls"] = {int(line): tally for line, tally in data["calls"].items()}
    return Observation(**data)


def marks(path: Path) -> set[tuple[int, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {(number, code) for number, line in enumerate(lines, 1) for code in MARK.findall(line)}


def is_twin(path: Path) -> bool:
    """Test whether a program is the corrected form of one beside it, and not a program without a counterpart."""
    return path.stem.endswith(OK) and path.with_name(f"{path.stem.removesuffix(OK)}.py").exists()


def judge_raise(seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    must = {(line, code) for line, code in marked if code in MUST_RAISE}
    if len(must) > 1:
        yield f"a run ends at its first raise, but {sorted(must)} are marked"
    if seen.raised is None:
        for line, code in must:
            yield f"line {line} is marked {code}, but the program runs to its end"
        return
    line, message = seen.raised["line"], seen.raised["message"]
    said = f"{seen.raised['type']} on line {line}: {message.splitlines()[0][:160] if message else ''}"
    words = {**MUST_RAISE, **MAY_RAISE}
    here = {(at, code) for at, code in marked if (at == line or code in LATER) and code in words}
    if not here or must - here:
        yield f"raises where no mark says so: {said}"
    elif not any(re.search(words[code], message) for _, code in here):
        yield f"marked {sorted(here)}, but raises in other words: {said}"


def judge_graphs(path: Path, seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    codes = {code for _, code in marked}
    if codes & {"GL202", "GL203"} and not seen.growing:
        yield "marked as keeping a graph per iteration, but no loop's graphs grow"
    if not codes and is_twin(path) and path.parent.name in {"gl202", "gl203"} and seen.growing:
        yield f"the twin still grows, in the loop of line {seen.growing}"
    for line, code in marked:
        built, reached = seen.calls.get(line, (0, 0))
        if line not in seen.calls or code not in {"GL301", "GL304", "GL305"}:
            continue
        if not built:
            yield f"line {line} is marked {code}, but no module call there builds a graph"
        elif reached >= built and code != "GL305":
            yield f"line {line} is marked {code}, but a backward reaches what it builds"
    if not codes and is_twin(path) and path.parent.name in {"gl301", "gl304"}:
        for line, (built, reached) in seen.calls.items():
            if built and not reached:
                yield f"line {line} of the twin builds a graph that no backward reaches"


def judge_retains(path: Path, seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    if seen.raised is not None:
        return
    judged_otherwise = {line for line, code in marked if code in {"GL205", "GL308"}}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and any(map(is_literal_retain, node.keywords))]
    for line in sorted({call.lineno for call in calls} - judged_otherwise):
        needed = in_fork(str(path), Plan(let_go=line)).raised is not None
        if needed and (line, "GL201") in marked:
            yield f"line {line} is marked GL201, but the program raises without retain_graph"
        if not needed and (line, "GL201") not in marked:
            yield f"line {line}: the program runs as well without retain_graph"


def judge_steps(path: Path, seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    codes = {code for _, code in marked}
    found: dict[int, bool] = {}
    for line, gradient, _ in seen.steps:
        found[line] = found.get(line, False) or gradient
    for line, gradient in found.items():
        here = {code for at, code in marked if at == line}
        if not gradient and not here & {"GL405", "GL503"} and not codes & {"GL502", "GL303", "GL403", "GL401", "GL407", "GL601", "GL602"}:
            yield f"the step on line {line} never finds a gradient"
        if gradient and "GL405" in here:
            yield f"the step on line {line} is marked GL405, but finds gradients"
    reused = sorted({line for line, _, again in seen.steps if again})
    if reused and not codes & {"GL303", "GL501", "GL507"}:
        yield f"the step on line {reused} uses gradients that an earlier step has used"
    if ("GL601" in codes) > seen.untrained:
        yield "marked GL601, but every parameter finds a gradient"
    if not codes and is_twin(path) and path.parent.name == "gl601" and seen.untrained:
        yield "a parameter of the twin never finds a gradient"
    if "GL501" in codes and seen.steps and not reused and not seen.leftovers:
        yield "marked GL501, but no step uses a gradient twice, or one that another loss has left"


def judge_missing_steps(path: Path, seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    twin = is_twin(path) and not marked
    own_steps = {line for line, _, _ in seen.steps} & {line for line, code in marked if code == "GL507"}
    raised_at = seen.raised["line"] if seen.raised is not None else None
    for line in sorted(own_steps - set(seen.scaled_steps) - {raised_at}):
        yield f"line {line} is marked GL507, but the step finds no scaled gradient"
    if twin and path.parent.name == "gl507" and seen.scaled_steps:
        yield f"the step on line {sorted(set(seen.scaled_steps))} of the twin finds scaled gradients"
    if any(code == "GL509" for _, code in marked) and not seen.never_steps:
        yield "marked GL509, but every optimizer that resets gradients steps"
    if twin and path.parent.name == "gl509" and seen.never_steps:
        yield "an optimizer of the twin resets gradients and never steps"


def judge_modes(path: Path, seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    for line, code in marked:
        if code == "GL310" and line not in seen.in_training:
            yield f"line {line} is marked GL310, but no module there is in training mode"
    if path.parent.name == "gl310" and not marked and is_twin(path):
        bad = path.with_name(f"{path.stem.removesuffix(OK)}.py").read_text(encoding="utf-8").splitlines()
        texts = {MARK.sub("", text).strip() for text in bad if "GL310" in text}
        lines = path.read_text(encoding="utf-8").splitlines()
        for line in sorted({line for line in seen.in_training if lines[line - 1].strip() in texts}):
            yield f"the module of the twin is still in training mode on line {line}"


def judge_warnings(seen: Observation, marked: set[tuple[int, str]]) -> Iterator[str]:
    raised_at = seen.raised["line"] if seen.raised is not None else None
    for code, words in WARNS.items():
        wanted = {line for line, at in marked if at == code} - {raised_at}
        # A keyword that a wrapper passes on is the mistake of the call that spells it.
        warned = {next((line for line in lines if line in wanted), lines[0]) for lines, message in seen.warned if words in message}
        warned -= {line for line, at in marked if at in MAY_RAISE and at != code}
        if warned != wanted:
            yield f"PyTorch warns '{words}' on {sorted(warned)}, {code} is marked on {sorted(wanted)}"
    if any(code == "GL204" for _, code in marked) and not seen.cycles:
        yield "marked GL204, but PyTorch does not warn of a cycle"


def judge(path: Path) -> list[str]:
    """What a program's marks say against what happens."""
    marked = marks(path)
    keeps = {"GL202", "GL203"}
    counted = any(code in keeps for _, code in marked) or (is_twin(path) and path.parent.name.upper() in keeps)
    seen = in_fork(str(path), Plan(count_graphs=counted))
    return [
        *judge_raise(seen, marked),
        *judge_graphs(path, seen, marked),
        *judge_retains(path, seen, marked),
        *judge_steps(path, seen, marked),
        *judge_missing_steps(path, seen, marked),
        *judge_modes(path, seen, marked),
        *judge_warnings(seen, marked),
    ]


def programs(paths: Iterable[Path]) -> list[Path]:
    return sorted({file.resolve() for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path])})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.optim.SGD([torch.zeros(1)]).step()  # the first step of a process imports hundreds of modules: here, not in each fork
    if any(COMPILES in path.read_text(encoding="utf-8") for path in programs(options.paths)):
        torch.compile(torch.sin, backend="aot_eager")(torch.zeros(1, requires_grad=True)).backward()
    gc.collect()
    gc.freeze()  # what torch itself is made of need not be searched for tensors
    verdicts = {str(path): judge(path) for path in programs(options.paths)}
    if options.json:
        print(json.dumps(verdicts))
    else:
        for path, problems in verdicts.items():
            for problem in problems:
                print(f"{path}: {problem}")
        print(f"{sum(not problems for problems in verdicts.values())} of {len(verdicts)} programs do as they are marked")
    return any(verdicts.values())


if __name__ == "__main__":
    sys.exit(main())
