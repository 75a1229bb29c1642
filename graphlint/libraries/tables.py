"""The built-in library models: `models/*.toml`, one file per library, read when a name of the library is looked up.

`packages.toml` lists the packages under which each library is imported. A library's `[effects]` are those of its functions, classes and
methods. A name matches at any depth of a package: `Trainer.compute_loss` is the method of `transformers.Trainer` and of
`transformers.trainer.Trainer`. A part of a name may be a pattern (`*Tokenizer*`); a last part `*` stands for one or more parts. The longest
name that matches wins, and one that ends in `*` only if no other does. `any_package.toml` has the names that mean the same in every
package, `any_receiver.toml` the methods that mean the same on every receiver; they come last.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from graphlint.libraries.vocabulary import OF_CLASSES, OF_METHODS, REPEATING, ModelEntry

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_MODELS = Path(__file__).resolve().parent / "models"
_PACKAGES = "packages.toml"
_ANY_PACKAGE = "any_package"
_ANY_RECEIVER = "any_receiver"


@dataclass(frozen=True)
class Table:
    """The names of one library: those without patterns by their spelling, and the patterns by their parts, longest first."""

    names: Mapping[str, ModelEntry]
    patterns: tuple[tuple[tuple[str, ...], ModelEntry], ...]

    @classmethod
    def of(cls, effects: Mapping[str, str | Mapping[str, object]]) -> Table:
        """Return the table of the `[effects]` of a file."""
        entries = {name: ModelEntry.of(value) for name, value in effects.items()}
        patterns = [(tuple(name.split(".")), entry) for name, entry in entries.items() if "*" in name]
        patterns.sort(key=lambda item: (item[0][-1] != "*", len(item[0])), reverse=True)
        return cls({name: entry for name, entry in entries.items() if "*" not in name}, tuple(patterns))

    def find(self, parts: tuple[str, ...]) -> ModelEntry | None:
        """Return the entry of a name by its parts without the package."""
        ends = (".".join(parts[start:]) for start in range(len(parts)))
        length, found = next(((name.count(".") + 1, self.names[name]) for name in ends if name in self.names), (0, None))
        matching = (
            entry
            for pattern, entry in self.patterns
            if (found is None or (pattern[-1] != "*" and len(pattern) > length)) and _matches(pattern, parts)
        )
        return next(matching, found)

    @functools.cached_property
    def repeating(self) -> frozenset[str]:
        """The last parts of the names that are called repeatedly, or that call their argument repeatedly."""
        entries = (*self.names.items(), *((".".join(parts), entry) for parts, entry in self.patterns))
        return frozenset(name.rpartition(".")[2] for name, entry in entries if entry.effect in REPEATING)

    def knows(self, parts: tuple[str, ...]) -> bool:
        """Return True if a name has an entry, or is a class of which a method has one."""
        found = self.find(parts)
        return (found is not None and not (found.effect in OF_CLASSES and not is_class(parts[-1]))) or any(
            name.startswith(f"{parts[-1]}.") for name in self.names
        )


def is_class(name: str) -> bool:
    """Return True if a name is capitalized, as names of classes are."""
    return name[:1].isupper()


def find(name: str) -> ModelEntry | None:
    """Return the entry of a name of a library in the table of its package; None if there is none."""
    package, parts = _split(name)
    table = _table_of(package)
    return table.find(parts) if table is not None and parts else None


def find_anywhere(name: str) -> ModelEntry | None:
    """Return the entry that the last parts of a name have in every package."""
    return _read(_ANY_PACKAGE).find(tuple(name.lstrip(".").split(".")))


@functools.cache
def of_function(name: str) -> ModelEntry | None:
    """Return the entry of a function, or of a class that is called; None if nothing is known of it."""
    found = find(name)
    if found is None:
        found = find_anywhere(name)
        return None if found is None or found.effect in OF_CLASSES | OF_METHODS else found
    return None if found.effect in OF_METHODS or (found.effect in OF_CLASSES and not is_class(name.rpartition(".")[2])) else found


@functools.cache
def of_package(name: str) -> ModelEntry | None:
    """Return the entry of a function in the table of its own package; None if the package has none."""
    return find(name)


@functools.cache
def of_base(name: str) -> ModelEntry | None:
    """Return the entry of a class as the base of another one; None if nothing is known of it."""
    if not is_class(name.rpartition(".")[2]):
        return None
    return next((found for found in (find(name), find_anywhere(name)) if found is not None and found.effect in OF_CLASSES), None)


@functools.cache
def of_method(base: str, method: str) -> ModelEntry | None:
    """Return the entry of a method that a class inherits from a base or overrides; None if nothing is known of it.

    A pattern for all classes of a module says nothing of their methods.
    """
    name = f"{base}.{method}"
    found = (find(name), find_anywhere(".".join(name.split(".")[-2:])))
    return next((entry for entry in found if entry is not None and entry.effect not in OF_CLASSES), None)


@functools.cache
def of_any_method(method: str) -> ModelEntry | None:
    """Return the entry of a method name for receivers of unknown class; None for most names."""
    found = _read(_ANY_RECEIVER).find((method,)) or find_anywhere(method)
    return None if found is None or found.effect in OF_CLASSES | OF_METHODS else found


@functools.cache
def is_known(name: str) -> bool:
    """Return True if the table of a package says what something does: it is used also where the package's source is in the project."""
    package, parts = _split(name)
    table = _table_of(package)
    return table is not None and bool(parts) and table.knows(parts)


def repeating(names: Iterable[str]) -> frozenset[str]:
    """Return the last parts of the names in the tables of some packages, and in that of every package, that a framework calls repeatedly,
    or that call their argument repeatedly."""
    stems = {file_of(name) for name in names} | {_ANY_PACKAGE, _ANY_RECEIVER}
    return frozenset(name for stem in stems if stem is not None for name in _read(stem).repeating)


def packages() -> list[str]:
    """Return the packages that have a table."""
    return [package for names in _packages().values() for package in names]


def file_of(package: str) -> str | None:
    """Return the name of a package's table, without suffix; None if it has none."""
    return _files_by_package().get(package)


def tables() -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the name and the content of each file of models, for tests and documentation."""
    for path in sorted(_MODELS.glob("*.toml")):
        if path.name != _PACKAGES:
            yield path.stem, tomllib.loads(path.read_text(encoding="utf-8"))


def _split(name: str) -> tuple[str, tuple[str, ...]]:
    package, *parts = name.split(".")
    return package, tuple(parts)


def _matches(pattern: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Return True if parts end with a pattern, or, if its last part is `*`, contain it before their end."""
    if pattern[-1] == "*":
        head = pattern[:-1]
        return any(_equal(head, parts[start : start + len(head)]) for start in range(len(parts) - len(head)))
    return _equal(pattern, parts[-len(pattern) :])


def _equal(pattern: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    return len(pattern) == len(parts) and all(map(fnmatchcase, parts, pattern))


def _table_of(package: str) -> Table | None:
    stem = file_of(package)
    return _read(stem) if stem is not None else None


@functools.cache
def _files_by_package() -> Mapping[str, str]:
    """Return the file of models of each package. The list is a file of its own, so that no other one is read for it."""
    return {package: stem for stem, names in _packages().items() for package in names}


def _packages() -> Mapping[str, list[str]]:
    packages: Mapping[str, list[str]] = tomllib.loads((_MODELS / _PACKAGES).read_text(encoding="utf-8"))
    return packages


@functools.cache
def _read(stem: str) -> Table:
    return Table.of(tomllib.loads((_MODELS / f"{stem}.toml").read_text(encoding="utf-8"))["effects"])
