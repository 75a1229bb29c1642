"""The kinds of inputs. The corpus, the seed and the number determine an input."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping

from fuzzing.corpus import Corpus
from fuzzing.data_inputs import data_input
from fuzzing.input import Input
from fuzzing.mutants import choose
from fuzzing.program_inputs import check_input, fault_input, fix_input
from fuzzing.session_inputs import server_input

MAKERS: Mapping[str, tuple[Callable[[Corpus, random.Random], Input], int]] = {
    "check": (check_input, 55),
    "fix": (fix_input, 25),
    "data": (data_input, 16),
    "fault": (fault_input, 2),
    "server": (server_input, 2),
}
"""The function that makes the inputs of each kind, and the share of the kind in percent."""
KINDS = tuple(MAKERS)


def kind_of(seed: int, number: int) -> str:
    """Return the kind of an input."""
    return choose([(kind, share) for kind, (_, share) in MAKERS.items()], random.Random(f"kind {seed} {number}"))


def input_of(corpus: Corpus, seed: int, number: int) -> Input:
    """Return an input."""
    maker, _ = MAKERS[kind_of(seed, number)]
    return maker(corpus, random.Random(f"input {seed} {number}"))


def next_number(seed: int, number: int, kinds: Collection[str]) -> int:
    """Return the first number from a given one on whose input is of one of the kinds."""
    while kind_of(seed, number) not in kinds:
        number += 1
    return number
