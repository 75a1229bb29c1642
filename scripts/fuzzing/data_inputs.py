"""Inputs of the kind `data`: all that graphlint reads besides programs."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from typing import Any

from fuzzing import tokens
from fuzzing.corpus import Corpus
from fuzzing.input import STDIN, Input
from fuzzing.json_values import ODD_VALUES, varied
from fuzzing.mutants import choose, mutant, mutate_bytes
from fuzzing.statements import spans
from graphlint.config.output_formats import OUTPUT_FORMATS
from graphlint.config.table import EXTEND, SETTINGS

TWICE = b"""import torch
w = torch.ones(1, requires_grad=True)
loss = w.exp()
loss.backward()
loss.backward()  # noqa: GL101
loss.backward()
"""
CHECK = ("check", "--isolated", "--no-cache")
CHANGING = (("--fix",), ("--fix", "--unsafe-fixes"), ("--add-noqa",))
MAGICS = (
    "%matplotlib inline", "!pip install torch", "%%time", "%%bash", "?x", "x?", "%%writefile a.py", "files = !ls", "%load_ext a",
    "%%timeit -n 3", "%autoreload 2", "!!ls", "%%capture out", "x = %time f()", "%%html\n<b>", "await f()",
)  # fmt: skip
ALL_SETTINGS = (EXTEND, *SETTINGS)
SETTINGS_FILES = ("graphlint.toml", ".graphlint.toml", "pyproject.toml")
COMMENT_PIECES = (
    "# noqa", ":", " ", "GL101", ",", "GL", "double-backward", "# graphlint:", "ignore", "[", "]", "ignore-file", "-", "=", "#", "\t",
    "é", "\u2028", "GL999", "E501", "noqa", "NOQA", "ignore-next", ";", "*", "# type: ignore", "gl101", "(", "reason",
)  # fmt: skip
STDIN_NAMES = (
    "a.py", "a.ipynb", "", "-", ".", "/", "..", "a\0b.py", "a\nb.py", "\udcff.py", "x" * 5_000, "~/.x.py", "/dev/null", "a/b/../../c.py",
    "con.py", "\u202e.py", "é.pyi", "a.PY", "//x//y.py", "file:///a.py", "t.py", "\x1b[31m.py", "a b.py", "a.txt",
)  # fmt: skip
COMMANDS = ("check", "check", "check", "rule", "config", "explain", "clean")
WORDS = (
    "check", "rule", "explain", "config", "clean", "--select", "--ignore", "GL101", "GL", "--fix", "--diff", "--unsafe-fixes",
    "--statistics", "--output-format", "json", "sarif", "full", "--baseline", "--write-baseline", "--exclude", "*", "t.py", ".", "-",
    "--jobs", "0", "-1", "99999", "x", "--config", "graphlint.toml", "--isolated", "--no-cache", "--cache-dir", "cache", "--quiet",
    "--verbose", "--color", "always", "--explain-silence", "t.py:4", "t.py:999999999999", "t.py:0", "t.py:", "--show-files",
    "--exit-zero", "--add-noqa", "--per-file-ignores", "t.py:GL101", "--extend-select", "--target-torch", "2.1", "9.9", "--all",
    "double-backward", "--output-file", "out.txt", "--force-exclude", "--help", "--version", "\ud800", "é", "", "=", "--=", "--select=",
    "--jobs=x", "\0", "parser = 'libcst'", "jobs = []", "--src", "--severity", "GL101=info", "--effects",
)  # fmt: skip
Maker = Callable[[Corpus, random.Random], Input]


def data_input(corpus: Corpus, chance: random.Random) -> Input:
    """Return an input of one of the variants."""
    name, maker = choose(VARIANTS if corpus.tracebacks else VARIANTS[1:], chance)
    item = maker(corpus, chance)
    return Input("data", name, item.files, item.words, seed=str(chance.getrandbits(32)))


def _traceback(corpus: Corpus, chance: random.Random) -> Input:
    """Change the text of a traceback, or the program that raised it."""
    found = chance.choice(corpus.tracebacks)
    text = found.text.encode("utf-8", "replace")
    if chance.random() < 0.2:
        text += chance.choice(corpus.tracebacks).text.encode("utf-8", "replace")[chance.randrange(400) :]
    files = {name: program.encode() for name, program in found.files}
    if chance.random() < 0.4 and files:
        name = chance.choice(sorted(files))
        files[name] = vary_data(files[name], files[name], chance)
    else:
        text = vary_data(text, chance.choice(corpus.tracebacks).text.encode("utf-8", "replace"), chance)
    words = ("explain", "traceback.txt", *chance.choice(((), ("--output-format", "json"))))
    return Input("", "", {"traceback.txt": text, **files}, words)


def _notebook(corpus: Corpus, chance: random.Random) -> Input:
    """Split a program into cells, with magics among them, and change the record."""
    book = _book(corpus.program(chance), chance)
    for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
        if chance.random() < 0.9:
            cell = chance.randrange(len(book["cells"]))
            book["cells"][cell] = varied(book["cells"][cell], chance, lambda text: vary_text(text, chance))
        else:
            book = varied(book, chance, lambda text: vary_text(text, chance))
            break
    data = json.dumps(book, indent=chance.choice((None, 1, 2))).encode("utf-8", "replace")
    if chance.random() < 0.15:
        data = mutate_bytes(data, chance)
    options = chance.choice((("--output-format", chance.choice(OUTPUT_FORMATS)), *CHANGING, ("--diff", "--unsafe-fixes")))
    return Input("", "", {"n.ipynb": data}, (*CHECK, "n.ipynb", *options))


def _book(text: str, chance: random.Random) -> Any:
    lines = text.splitlines(keepends=True)
    cells: list[dict[str, Any]] = []
    # Most cells end where a statement does.
    ends = [*sorted({span.start for span in spans(text.split("\n")) if not span.indent or chance.random() < 0.05}), len(lines)]
    starts = sorted({0, *chance.sample(ends, min(len(ends), chance.randint(0, 6)))})
    for start, end in itertools.pairwise([*starts, len(lines)]):
        piece = lines[start:end]
        if chance.random() < 0.2:
            piece.insert(chance.choice((0, 0, len(piece))), chance.choice(MAGICS) + "\n")
        source = piece if chance.random() < 0.8 else "".join(piece)
        kind = chance.choice(("code", "code", "code", "code", "code", "markdown", "raw"))
        rest: dict[str, Any] = {"metadata": {}, "execution_count": None, "outputs": []}
        cells.append({"cell_type": kind, "id": f"c{len(cells)}", **rest, "source": source})
    metadata = {"kernelspec": {"name": "python3", "language": "python", "display_name": "x"}, "language_info": {"name": "python"}}
    return {"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": metadata}


def _settings(corpus: Corpus, chance: random.Random) -> Input:
    """Change a settings file: the value of one setting, or the text of some."""
    del corpus
    text = _toml(chance)
    if chance.random() < 0.5:
        value = chance.choice([value for value in ODD_VALUES if value is not None])
        written = json.dumps(value, ensure_ascii=chance.random() < 0.5)
        if written.startswith("{"):
            written = written.replace(": ", " = ")
        text = f"{chance.choice(ALL_SETTINGS).name} = {written}\n{text}"
    data = (
        vary_data(text.encode("utf-8", "replace"), _toml(chance).encode(), chance)
        if chance.random() < 0.7
        else text.encode("utf-8", "replace")
    )
    name = chance.choice(SETTINGS_FILES)
    if name == "pyproject.toml":
        data = b"[tool.graphlint]\n" + data.replace(b"\n[", b"\n[tool.graphlint.")
    words = chance.choice((("check", "t.py", "--no-cache"), ("check", ".", "--no-cache"), ("config", "t.py")))
    return Input("", "", {name: data, "t.py": TWICE}, words)


def _toml(chance: random.Random) -> str:
    """Return the examples of some settings, those that are tables at the end."""
    examples = [setting.example for setting in chance.sample(ALL_SETTINGS, 5)]
    return "\n".join(sorted(examples, key=lambda example: example.startswith("["))) + "\n"


def _baseline(corpus: Corpus, chance: random.Random) -> Input:
    """Check against a baseline, which is written and changed when the input runs."""
    files = {"t.py": TWICE, "u.py": chance.choice(corpus.bad).encode()}
    options = chance.choice(((), ("--write-baseline", "base.json"), ("--output-format", "sarif")))
    return Input("", "", files, (*CHECK, *sorted(files), "--baseline", "base.json", *options))


def _cache(corpus: Corpus, chance: random.Random) -> Input:
    """Check with a cache, which is written and changed when the input runs."""
    files = {f"k{number}.py": corpus.program(chance).encode() for number in range(3)}
    return Input("", "", files, ("check", *sorted(files), "--isolated", "--cache-dir", "cache", "--output-format", "json"))


def _comments(corpus: Corpus, chance: random.Random) -> Input:
    """Add comments that are almost suppressions."""
    lines = (chance.choice(corpus.bad) if chance.random() < 0.5 else TWICE.decode()).split("\n")
    for _ in range(chance.choice((1, 2, 4))):
        start = chance.choice(("# noqa", "# noqa: ", "# graphlint: ignore", "# graphlint: ignore[", "# ", ""))
        comment = start + "".join(chance.choice(COMMENT_PIECES) for _ in range(chance.randint(1, 12)))
        lines[chance.randrange(len(lines))] += chance.choice((" ", "  ", "")) + comment
    return Input("", "", {"t.py": "\n".join(lines).encode()}, (*CHECK, "t.py", *chance.choice(((), *CHANGING))))


def _standard_input(corpus: Corpus, chance: random.Random) -> Input:
    options = chance.choice(((), *CHANGING, ("--diff",), ("--output-format", chance.choice(OUTPUT_FORMATS))))
    words = (*CHECK, "-", "--stdin-filename", chance.choice(STDIN_NAMES), *options)
    return Input("", "", {STDIN: mutant(corpus, chance)}, words)


def _command_line(corpus: Corpus, chance: random.Random) -> Input:
    """Combine words of the command line."""
    del corpus
    options = tuple(f"--{setting.name}" for setting in SETTINGS)
    words = [chance.choice(COMMANDS), *(chance.choice((*WORDS, *options)) for _ in range(chance.randint(0, 6)))]
    if words[0] == "check" and chance.random() < 0.7:
        words.append("t.py")
    return Input("", "", {"t.py": TWICE, "graphlint.toml": _toml(chance).encode(), STDIN: TWICE}, tuple(words))


def vary_data(data: bytes, donor: bytes, chance: random.Random) -> bytes:
    """Return bytes with some tokens, lines or bytes changed."""
    match chance.randrange(3):
        case 0:
            return mutate_bytes(data, chance)
        case 1:
            lines = data.split(b"\n")
            given = donor.split(b"\n")
            at, start = chance.randrange(len(lines)), chance.randrange(len(given))
            lines[at : at + chance.choice((0, 1, 1, 3))] = chance.choice(([], lines[at : at + 2] * 2, given[start : start + 3]))
            return b"\n".join(lines)
    found = tokens.tokens(data.decode("utf-8", "surrogateescape"))
    others = tokens.tokens(donor.decode("utf-8", "surrogateescape"))
    for _ in range(chance.choice((1, 1, 3))):
        chance.choice((tokens.delete, tokens.repeat, tokens.replace_by_foreign, tokens.exchange, tokens.change_number))(
            found, chance, others
        )
    return "".join(found).encode("utf-8", "surrogateescape")


def vary_text(text: str, chance: random.Random) -> str:
    return vary_data((text or "x").encode("utf-8", "replace"), TWICE, chance).decode("utf-8", "replace")


VARIANTS: tuple[tuple[tuple[str, Maker], int], ...] = (
    (("traceback", _traceback), 24),
    (("notebook", _notebook), 16),
    (("settings", _settings), 16),
    (("comments", _comments), 14),
    (("baseline", _baseline), 8),
    (("cache", _cache), 8),
    (("standard input", _standard_input), 7),
    (("command line", _command_line), 10),
)
