"""Edit texts and notebooks in one server for long: it shows what a check finds all the time, and its memory does not grow.

    python scripts/soak.py --minutes 30 [--seed S]

The sessions are those of the kind `server` of scripts/fuzz.py. The memory is that of the server and its workers after each session, where
the system lists processes in /proc. Exit status 1 if a property does not hold, or if the last third of the time takes more memory than the
middle third: the first one fills caches.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from fuzzing import run_server
from fuzzing.corpus import Corpus
from fuzzing.inputs import input_of, next_number
from fuzzing.problems import Problem
from fuzzing.session import Session

ALLOWED_GROWTH = 1.2
MEGABYTE = 1 << 20


def sessions(session: Session, seed: int, seconds: float) -> Iterator[tuple[int, list[Problem], int]]:
    """Yield the number of each session, its problems, and the memory of the server after it in bytes."""
    corpus, number, end = Corpus.load([]), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        number = next_number(seed, number, ["server"])
        found = list(run_server.run(input_of(corpus, seed, number), session))
        yield number, found, session.server.memory() if session.server is not None else 0
        number += 1


def growth(used: list[int]) -> float:
    """Return how many times the usual memory of the middle third the last third takes."""
    third = len(used) // 3
    if not third or not all(used):
        return 1.0
    return statistics.median(used[-third:]) / statistics.median(used[third : 2 * third])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    options = parser.parse_args()
    used: list[int] = []
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder).resolve())
        try:
            for number, problems, memory in sessions(session, options.seed, options.minutes * 60):
                for problem in problems:
                    print(f"python scripts/fuzz.py --seed {options.seed} --one {number}: {problem}", flush=True)
                # A server that was replaced after a problem begins again.
                used, failed = ([], True) if problems else ([*used, memory], failed)
        finally:
            session.close()
    if not used:
        print(f"seed {options.seed}: no session ended well")
        return 1
    times = growth(used)
    print(f"seed {options.seed}: {len(used)} sessions, {max(used) // MEGABYTE} MB at most, {times:.2f} times the memory in the end")
    return 1 if failed or times > ALLOWED_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
