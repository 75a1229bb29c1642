"""Neutral names and strings in place of those of the program, as far as its finding does not depend on them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from graphlint.reduce.oracle import Oracle
from graphlint.reduce.program import Program
from graphlint.reduce.vocabulary import HINTS, STRINGS, public_packages, public_words

IDENTIFIERS = ("id", "arg", "attr", "name", "asname", "rest")
"""The fields of nodes that hold an identifier."""

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def neutralize(program: Program, oracle: Oracle) -> tuple[Program, tuple[str, ...]]:
    """Return the program with neutral names and strings, and the private ones that remain because the finding depends on them."""
    kinds = _private_names(program)
    names, remaining = _settled(_numbered(kinds), oracle, lambda mapping: renamed(program, mapping))
    program = renamed(program, names)
    neutral = {text: f"s{number}" for number, text in enumerate(dict.fromkeys(_private_strings(program)), 1)}
    texts, remaining_texts = _settled(neutral, oracle, lambda mapping: with_strings(program, mapping))
    return with_strings(program, texts), (*remaining, *map(repr, remaining_texts))


def _numbered(kinds: Mapping[str, str]) -> dict[str, str]:
    """Return a neutral name for each name: the letter of its kind, and a number."""
    counts: dict[str, int] = {}
    found: dict[str, str] = {}
    for name, kind in kinds.items():
        counts[kind] = counts.get(kind, 0) + 1
        found[name] = f"{kind}{counts[kind]}"
    return found


def _settled(
    neutral: Mapping[str, str], oracle: Oracle, change: Callable[[Mapping[str, str]], Program]
) -> tuple[dict[str, str], list[str]]:
    """Return the replacements that keep the finding, and the names without one."""
    done: dict[str, str] = {}
    remaining: list[str] = []
    waiting: list[Sequence[str]] = [list(neutral)]
    while waiting:
        group = waiting.pop()
        tried = done | {name: neutral[name] for name in group}
        if not group or oracle.has_finding(change(tried)):
            done = tried
        elif len(group) > 1:
            waiting += [group[len(group) // 2 :], group[: len(group) // 2]]
        else:
            (name,) = group
            used = set(done.values())
            words = (word for word in _hints(name) if word not in used and word not in neutral)
            found = next((word for word in words if oracle.has_finding(change(done | {name: word}))), None)
            if found is None:
                remaining.append(name)
            else:
                done[name] = found
    return done, remaining


def _hints(name: str) -> Iterator[str]:
    """Yield public words that may say what a name says: those in it first."""
    words = [word.lower() for word in WORD.findall(name)]
    yield from (word for word in words if any(word.startswith(hint[:4]) for hint in HINTS) and word.isidentifier())
    yield from HINTS


def renamed(program: Program, mapping: Mapping[str, str]) -> Program:
    """Return a copy with other identifiers, in all files and in their paths."""
    result = program.copy()
    for tree in result.trees.values():
        for node in ast.walk(tree):
            for field in IDENTIFIERS:
                value = getattr(node, field, None)
                if isinstance(value, str):
                    setattr(node, field, _dotted(value, mapping))
            if isinstance(node, ast.Global | ast.Nonlocal):
                node.names = [mapping.get(name, name) for name in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                node.module = _dotted(node.module, mapping)
            elif isinstance(node, ast.MatchClass):
                node.kwd_attrs = [mapping.get(name, name) for name in node.kwd_attrs]
    result.trees = {_path(path, mapping): tree for path, tree in result.trees.items()}
    result.main = _path(result.main, mapping)
    result.undefined_at_first = None
    return result


def with_strings(program: Program, mapping: Mapping[str, str]) -> Program:
    """Return a copy with other strings."""
    result = program.copy()
    for tree in result.trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                node.value = mapping.get(node.value, node.value)
            elif isinstance(node, ast.Constant) and isinstance(node.value, bytes):
                node.value = b""
    return result


def _dotted(name: str, mapping: Mapping[str, str]) -> str:
    return ".".join(mapping.get(part, part) for part in name.split("."))


def _path(path: str, mapping: Mapping[str, str]) -> str:
    return "/".join(mapping.get(part, part) for part in path.removesuffix(".py").split("/")) + ".py"


def _private_names(program: Program) -> dict[str, str]:
    """Return the identifiers that are not public, each with the letter of its kind: module, class, function, attribute or variable."""
    public = public_words() | _public_here(program)
    found: dict[str, str] = {}
    for path in program.trees:
        found.update((part, "m") for part in path.removesuffix(".py").split("/") if part != "__init__")
    for tree in program.trees.values():
        for node in ast.walk(tree):
            for name, kind in _identifiers(node):
                if name not in public and not (name.startswith("__") and name.endswith("__")):
                    found[name] = kind if kind in "Cf" else found.get(name, kind)
    return found


def _identifiers(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.ClassDef():
            yield node.name, "C"
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name, "f"
        case ast.Attribute():
            yield node.attr, "a"
        case ast.Import() | ast.ImportFrom():
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            yield from ((part, "m") for part in module.split(".") if part)
        case ast.Global() | ast.Nonlocal():
            yield from ((name, "x") for name in node.names)
        case ast.alias():
            yield from ((part, "x") for part in (*node.name.split("."), node.asname or "*") if part != "*")
        case ast.MatchClass():
            yield from ((name, "a") for name in node.kwd_attrs)
        case _:
            for field in IDENTIFIERS:
                if isinstance(value := getattr(node, field, None), str):
                    yield value, "x"


def _public_here(program: Program) -> frozenset[str]:
    """Return the names of public libraries that the program uses: imported names, attributes of modules, and keywords of their calls."""
    found: set[str] = set()
    own = {path.removesuffix(".py").split("/")[0] for path in program.trees}
    packages = public_packages() - own
    for tree in program.trees.values():
        bound: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for item in node.names:
                    if item.name.split(".")[0] in packages:
                        found.update(item.name.split("."))
                        bound.add(item.asname or item.name.split(".")[0])
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level and node.module.split(".")[0] in packages:
                found.update((*node.module.split("."), *(item.name for item in node.names)))
                bound.update(item.asname or item.name for item in node.names)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and _first(node) in bound:
                found.add(node.attr)
            elif isinstance(node, ast.Call) and _first(node.func) in bound:
                found.update(item.arg for item in node.keywords if item.arg)
    return frozenset(found)


def _first(node: ast.expr) -> str:
    """Return the first name of a dotted name."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _private_strings(program: Program) -> Iterable[str]:
    for tree in program.trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in STRINGS:
                yield node.value
