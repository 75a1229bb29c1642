"""Run random inputs and check what holds for all of them: no crash, no hang, the same result however it is computed, fixes that fix.

    python scripts/fuzz.py [--inputs N] [--minutes M] [--seed S] [--jobs J] [--kinds K,K] [--keep FOLDER] [CORPUS ...]
    python scripts/fuzz.py --seed S --one NUMBER [CORPUS ...]             run one input again
    python scripts/fuzz.py --seed S --one NUMBER --reduce [CORPUS ...]    ... and make it small
    python scripts/fuzz.py --input FOLDER [--reduce]                      run an input that was stored by --keep

The corpus is the test programs, the test projects and the examples, and what CORPUS adds: files and folders of PyTorch code. An input is
determined by the corpus, the seed and its number. The kinds:

    check   mutants of programs are checked: alone and in a folder, twice, by one process and two, with a cache, in all formats
    fix     the fixes of mutants are applied: each removes its finding and causes none, and changes nothing else
    data    tracebacks, notebooks, settings, baselines, caches, suppression comments and command lines are changed
    server  a text is edited over LSP; the server shows what a check of the text finds
    fault   the process is killed, or the disk is full, while files are written

A problem is an internal error, a crash, more than 20 s of CPU time for one input, or a property that does not hold. The exit status is 1 if
there are problems. Nothing is executed: the programs are only read.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

from fuzzing import campaign, worker
from fuzzing.corpus import Corpus
from fuzzing.input import Input
from fuzzing.inputs import KINDS, input_of
from fuzzing.problems import Problem
from fuzzing.reduce import reduced

from graphlint.common.system import cores

LARGEST_SEED = 10**6
SHOWN_LINES = 12


def main(arguments: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--worker"]:
        worker.serve(Path(words[1]))
        return 0
    options = _parser().parse_args(words)
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        if options.one is not None or options.input is not None:
            return _one(options, Path(folder))
        return _many(options, Path(folder))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="*", type=Path, metavar="CORPUS")
    parser.add_argument("--inputs", type=int, default=None, help="the number of inputs (1,000 without --minutes)")
    parser.add_argument("--minutes", type=float, default=None, help="stop after this time")
    parser.add_argument("--seed", type=int, default=None, help="by default another one each time; it is printed")
    parser.add_argument("--start", type=int, default=0, metavar="NUMBER", help="the first input")
    parser.add_argument("--jobs", type=int, default=1, help="the number of processes; 0 for one per core")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"the kinds of inputs: {', '.join(KINDS)}")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="store the first input of each problem")
    parser.add_argument("--one", type=int, metavar="NUMBER", help="run one input")
    parser.add_argument("--input", type=Path, metavar="FOLDER", help="run an input that was stored")
    parser.add_argument("--reduce", action="store_true", help="make the input small, and print it")
    return parser


def _many(options: argparse.Namespace, folder: Path) -> int:
    """Run a campaign, and print its result."""
    kinds = options.kinds.split(",")
    unknown = sorted({*kinds} - {*KINDS})
    if unknown:
        raise SystemExit(f"error: unknown kind '{unknown[0]}' (kinds: {', '.join(KINDS)})")
    corpus = Corpus.load(options.corpus)
    seed = int(time.time()) % LARGEST_SEED if options.seed is None else options.seed
    inputs = options.inputs if options.inputs is not None else 10**9 if options.minutes is not None else 1_000
    print(f"seed {seed}, corpus {corpus.digest} of {len(corpus.programs):,} programs", flush=True)
    repeat = " ".join(["python scripts/fuzz.py", f"--seed {seed}", "--one {number}", *map(str, options.corpus)])

    def report(number: int, item: Input, problem: Problem) -> None:
        print(f"\n{item.kind} ({item.variant}): {problem}\n    {repeat.format(number=number)}", flush=True)
        if options.keep is not None:
            item.save(options.keep / f"{item.kind}-{seed}-{number}")

    start = time.monotonic()
    seconds = None if options.minutes is None else options.minutes * 60
    limits = campaign.Limits(inputs, seconds)
    found = campaign.run(corpus, seed, limits, folder, jobs=options.jobs or cores(), start=options.start, kinds=kinds, on_problem=report)
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(found.counts.items()))
    print(f"\n{counts}; {time.monotonic() - start:.0f} s, {found.cpu_seconds:.0f} s of CPU time")
    for signature, numbers in found.numbers.items():
        print(f"  {found.first[signature]} ({len(numbers)} inputs: {', '.join(map(str, numbers[:SHOWN_LINES]))})")
    print(f"{len(found.first)} problems")
    return 1 if found.first else 0


def _one(options: argparse.Namespace, folder: Path) -> int:
    """Run one input, and print its problems."""
    if options.input is None and options.seed is None:
        raise SystemExit("error: --one needs --seed")
    item = Input.load(options.input) if options.input is not None else input_of(Corpus.load(options.corpus), options.seed, options.one)
    process = worker.WorkerProcess(folder / "worker")
    try:
        reply = process.ask(item)
        print(f"{item.kind} ({item.variant}): {len(reply.problems)} problems, {reply.seconds:.1f} s of CPU time")
        for problem in {problem.signature: problem for problem in reply.problems}.values():
            print(f"\n{problem}\n{problem.detail}")
        if options.reduce and reply.problems:
            signature = reply.problems[0].signature
            item = reduced(item, lambda tried: signature in {problem.signature for problem in process.ask(tried).problems})
        if options.reduce or options.keep is None:
            _show(item)
        if options.keep is not None:
            item.save(options.keep)
    finally:
        process.end()
    return 1 if reply.problems else 0


def _show(item: Input) -> None:
    for name, data in item.files.items():
        print(f"\n{name}:")
        print(data.decode("utf-8", "backslashreplace"))
    if item.words:
        print("command:", *map(repr, item.words))
    for step in item.steps:
        print("step:", *(repr(part) for part in (step.name, step.start, step.length, step.text)))


if __name__ == "__main__":
    sys.exit(main())
