"""The corpus: the programs, projects and tracebacks from which inputs are made."""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PROJECTS = TESTS / "projects"
TRACEBACKS = TESTS / "explain" / "tracebacks"
RAISING_PROGRAMS = TESTS / "explain"
DEFAULT_FOLDERS = (TESTS / "programs", PROJECTS, ROOT / "examples")
LARGEST_FILE = 6_000
"""In bytes. The cost of an input grows with its size, and larger files hold few more kinds of code."""
DEEPEST_LOOPS, MOST_BRANCHES = 3, 11
"""Programs with more exhaust the budgets of the analysis: each costs as much as hundreds of others."""


@dataclass(frozen=True)
class Traceback:
    """A recorded traceback, and the program that raised it, by its path in the traceback."""

    text: str
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Corpus:
    """The texts from which inputs are made. `bad` are the programs in which a finding is marked."""

    programs: tuple[str, ...]
    bad: tuple[str, ...]
    projects: tuple[tuple[tuple[str, str], ...], ...]
    tracebacks: tuple[Traceback, ...]

    @classmethod
    def load(cls, folders: Sequence[Path] = (), *, default: bool = True) -> Corpus:
        """Read the corpus.

        Args:
            folders: files and folders of Python code.
            default: read the test programs of the project and its examples, too.
        """
        programs = [text for folder in (*(DEFAULT_FOLDERS if default else ()), *folders) for text in _programs(folder)]
        if not programs:
            raise ValueError(f"no Python file of at most {LARGEST_FILE:,} bytes that names torch in {', '.join(map(str, folders))}")
        projects = [_project(folder) for folder in sorted(PROJECTS.iterdir()) if folder.is_dir()] if default else []
        tracebacks = list(_tracebacks()) if default else []
        bad = tuple(text for text in programs if "# ! GL" in text) or tuple(programs)
        return cls(tuple(programs), bad, tuple(projects), tuple(tracebacks))

    @property
    def digest(self) -> str:
        """A digest of all texts: an input is repeated by its number only with the same corpus."""
        return hashlib.blake2b(repr(self).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()

    def program(self, chance: random.Random) -> str:
        """Return a program; every second one has a finding, although most programs have none."""
        return chance.choice(self.bad if chance.random() < 0.5 else self.programs)


def _programs(folder: Path) -> Iterator[str]:
    """Yield the texts of the files that name torch, with Unix line ends."""
    paths: Iterable[Path] = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    for path in paths:
        if path.is_file() and path.stat().st_size <= LARGEST_FILE:
            text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
            if "torch" in text and not _is_costly(text):
                yield text


def _is_costly(text: str) -> bool:
    """Return True for a program with many paths."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    branches = sum(isinstance(node, (ast.If, ast.IfExp, ast.BoolOp)) for node in ast.walk(tree))
    return branches > MOST_BRANCHES or _depth_of_loops(tree) > DEEPEST_LOOPS


def _depth_of_loops(node: ast.AST) -> int:
    inner = max(map(_depth_of_loops, ast.iter_child_nodes(node)), default=0)
    return inner + isinstance(node, (ast.For, ast.While))


def _project(folder: Path) -> tuple[tuple[str, str], ...]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in (".py", ".toml"))
    return tuple((path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def _tracebacks() -> Iterator[Traceback]:
    """Yield the tracebacks, each with the files of the checkout that it names."""
    for path in sorted(TRACEBACKS.glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace")
        named = {line.split('"')[1] for line in text.splitlines() if line.lstrip().startswith('File "programs/')}
        files = ((name, RAISING_PROGRAMS / name) for name in sorted(named))
        yield Traceback(text, tuple((name, file.read_text(encoding="utf-8")) for name, file in files if file.is_file()))
