"""Mutants: programs of the corpus with some random changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from fuzzing import raw_bytes, statements, tokens
from fuzzing.corpus import Corpus

OnLines = Callable[[list[str], random.Random, list[str]], None]
OnTokens = Callable[[list[str], random.Random, list[str]], None]
OnBytes = Callable[[bytearray, random.Random], None]
Item = TypeVar("Item")

STATEMENTS: Sequence[tuple[OnLines, int]] = (
    (statements.insert_action, 8),
    (statements.delete, 4),
    (statements.duplicate, 3),
    (statements.swap, 4),
    (statements.wrap, 5),
    (statements.unwrap, 2),
    (statements.insert_foreign, 4),
    (statements.join_files, 2),
)
TOKENS: Sequence[tuple[OnTokens, int]] = (
    (tokens.replace_name, 5),
    (tokens.rename, 4),
    (tokens.exchange, 3),
    (tokens.insert, 4),
    (tokens.replace_by_foreign, 3),
    (tokens.delete, 3),
    (tokens.repeat, 2),
    (tokens.change_number, 1),
)
BYTES: Sequence[tuple[OnBytes, int]] = (
    (raw_bytes.insert_odd, 5),
    (raw_bytes.nest, 4),
    (raw_bytes.truncate, 3),
    (raw_bytes.change_line_ends, 3),
    (raw_bytes.write_in_another_script, 3),
    (raw_bytes.change_encoding, 3),
    (raw_bytes.flip_bits, 2),
    (raw_bytes.insert_random, 2),
    (raw_bytes.delete_range, 2),
    (raw_bytes.repeat_range, 2),
)
SAFE: Sequence[OnBytes] = (raw_bytes.change_line_ends, raw_bytes.change_encoding, raw_bytes.write_in_another_script)
LARGEST_MUTANT = 20_000
"""In bytes: repeated joining of files would otherwise make some inputs much slower than all others."""


def choose(table: Sequence[tuple[Item, int]], chance: random.Random) -> Item:
    """Return an item of a table, by its weight."""
    return chance.choices([item for item, _ in table], [weight for _, weight in table])[0]


def mutant(corpus: Corpus, chance: random.Random, *, gentle: bool = False) -> bytes:
    """Return a mutant of a program.

    Args:
        gentle: change only some statements and names of a program with a finding, so that most mutants parse and have findings.
    """
    program = chance.choice(corpus.bad) if gentle and chance.random() < 0.9 else corpus.program(chance)
    text = mutate_text(program, corpus, chance, gentle=gentle)
    data = text.encode("utf-8", "replace")
    if chance.random() < (0.1 if gentle else 0.2):
        data = mutate_bytes(data, chance, safe=gentle)
    return data[:LARGEST_MUTANT]


def mutate_text(text: str, corpus: Corpus, chance: random.Random, *, gentle: bool = False) -> str:
    """Return a program with some statements and tokens changed."""
    donor = chance.choice(corpus.programs)
    lines = text.split("\n")
    for _ in range(chance.choice((0, 1, 1, 2) if gentle else (1, 1, 2, 3, 5))):
        choose(STATEMENTS, chance)(lines, chance, donor.split("\n"))
        lines = lines or [""]
    if chance.random() < (0.3 if gentle else 0.5):
        found, given = tokens.tokens("\n".join(lines)), tokens.tokens(donor)
        for _ in range(chance.choice((1, 1, 2, 6))):
            # Names come first in the table: their exchange leaves the syntax as it is.
            choose(TOKENS[:3] if gentle else TOKENS, chance)(found, chance, given)
        return "".join(found)
    return "\n".join(lines)


def mutate_bytes(data: bytes, chance: random.Random, *, safe: bool = False) -> bytes:
    """Return bytes with some of them changed.

    Args:
        safe: change only the line ends, the encoding, or letters of strings and comments.
    """
    changed = bytearray(data)
    for _ in range(1 if safe else chance.choice((1, 1, 2, 4))):
        (chance.choice(SAFE) if safe else choose(BYTES, chance))(changed, chance)
    return bytes(changed)
