"""The forms in which a generated program can be written: the same statements, with what they use standing elsewhere.

- `plain`: one file, with functions and a class at its top, as the generator makes it;
- `class`: one file; the functions are methods of a class, and each module is built by a class of its own;
- `files`: a second file holds all of that, with the functions as they are or as methods, and the program imports it.

The number of the program says which kind of method it is and which kind of import. Whatever the form, the same must happen.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .generator import Program

FORMS = ("plain", "class", "files")
KINDS = ("static methods", "class methods", "methods of an object made here", "methods of an object made there")
IMPORTS = ("import {module}", "from {module} import {names}", "import {module} as tools", "from {module} import {renamed}")

BUILT = re.compile(r"net(\d+) = (nn\..*)")
MODULE = """class Net{number}(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = {built}

    def forward(self, {given}):
        return self.inner({given})
"""


def write(programs: Iterable[Program], folder: Path, form: str) -> list[tuple[str, Path]]:
    """Write programs in a form, each into a folder of its own; returns their numbers and the files that are run."""
    written = []
    for each in programs:
        own = folder / str(each.number)
        own.mkdir()
        for name, text in files(each, form).items():
            (own / name).write_text(text, encoding="utf-8")
        written.append((str(each.number), own / f"{each.number}.py"))
    return written


def files(program: Program, form: str) -> dict[str, str]:
    """The texts of a program in a form, by the names of their files; the first is the one that is run."""
    name, number = f"{program.number}.py", program.number
    if form == "plain":
        return {name: program.text}
    if form == "class":
        beside, body = taken_apart(program, KINDS[number % len(KINDS)])
        return {name: join(program.head, *beside.values(), body)}
    beside, body = taken_apart(program, ("functions", *KINDS)[number // len(IMPORTS) % (1 + len(KINDS))])
    module, way = f"helpers_{number}", IMPORTS[number % len(IMPORTS)]
    others = {each: f"other_{each}" for each in beside}
    line = way.format(module=module, names=", ".join(beside), renamed=", ".join(f"{old} as {new}" for old, new in others.items()))
    if "renamed" in way:
        body = spelled(body, others)
    elif "names" not in way:
        body = spelled(body, {each: f"{line.split()[-1]}.{each}" for each in beside})
    return {name: join(f"{line}\n{program.head}", body), f"{module}.py": join("from torch import nn\n", *beside.values())}


def join(*texts: str) -> str:
    """The text of a file."""
    return "\n".join(texts)


def taken_apart(program: Program, kind: str) -> tuple[dict[str, str], str]:
    """What the statements use, by the names that it defines, and the statements, which call functions in the way that belongs to a kind."""
    beside = dict(program.helpers)
    body = program.body
    if kind != "functions":
        functions = {name: beside.pop(name) for name, text in program.helpers.items() if text.startswith("def ")}
        beside["Steps"] = "class Steps:\n" + textwrap.indent("\n".join(method(text, kind) for text in functions.values()), "    ")
        body = spelled(body, {name: f"{'steps' if 'object' in kind else 'Steps'}.{name}" for name in functions})
        if kind.endswith("there"):
            beside["steps"] = "steps = Steps()\n"
        elif kind.endswith("here"):
            body = f"steps = Steps()\n{body}"
    for number, built in BUILT.findall(body):
        beside[f"Net{number}"] = MODULE.format(number=number, built=built, given="value, state" if "Cell" in built else "value")
    return beside, BUILT.sub(r"net\1 = Net\1()", body)


def method(text: str, kind: str) -> str:
    """A function as a method."""
    if kind == "static methods":
        return f"@staticmethod\n{text}"
    if kind == "class methods":
        return "@classmethod\n" + text.replace("(", "(cls, ", 1)
    return text.replace("(", "(self, ", 1)


def spelled(text: str, spellings: Mapping[str, str]) -> str:
    """Statements in which some names are spelled in another way, where something is called or looked up."""
    return re.sub(rf"(?<![\w.])({'|'.join(spellings)})(?=[.(])", lambda found: spellings[found[0]], text)
