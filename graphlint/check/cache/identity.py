"""What results depend on besides files: graphlint itself, the rules, the settings."""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from graphlint.check.cache.json_records import encode
from graphlint.common.version import __version__
from graphlint.rule.base import Rule
from graphlint.rule.registry import GROUP, OWN

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline
    from graphlint.check.check_config import Plan
    from graphlint.config.settings import Settings
    from graphlint.rule.registry import Registry

SOURCES = (".py", ".tsv")


def digest(data: bytes) -> str:
    """What content is known by.

    Args:
        data: the content.
    """
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def own_state() -> str:
    """The version of graphlint and of Python, and the files that graphlint is made of: a working copy changes without a new version."""
    # The rules are a package of their own in a working copy.
    roots = {*importlib.import_module(OWN.rstrip(".")).__path__, *importlib.import_module(GROUP).__path__}
    files = sorted(f"{path} {size} {time}" for root in roots for path, size, time in _files(root))
    return digest("\n".join((__version__, sys.version, *files)).encode())


def of_analysis(plan: Plan, path: str) -> str:
    """What the analysis of a file depends on.

    Args:
        plan: how files are checked.
        path: the file, as it is displayed.
    """
    own = plan.of(path)
    return f"{_rules(map(type, plan.joint or own.rules))} {encode(own.assumptions)}"


def of_run(registry: Registry, known: Baseline | None, settings: Iterable[Settings]) -> str:
    """What the results of a run depend on, besides files and graphlint itself, where nobody has made plans yet.

    Args:
        registry: all rules there are, loaded or not.
        known: the findings that are not reported.
        settings: all settings that are in force for a file.
    """
    unreported = None if known is None else (known.folder, sorted((name, sorted(of.items())) for name, of in known.files.items()))
    return repr((registry.waiting, _rules(registry.foreign), unreported, sorted(map(repr, settings))))


def of_telling(plan: Plan, path: str) -> str:
    """What else is told of a file depends on.

    Args:
        plan: how files are checked.
        path: the file, as it is displayed.
    """
    own = plan.of(path)
    book = own.rulebook
    return repr(
        (
            _rules(map(type, own.rules)),
            _rules(map(type, own.judges)),
            sorted((code, severity.value) for code, severity in own.severities.items()),
            (sorted(book.names.items()), sorted(book.checked), book.whole),
            sorted(own.known_of(path).items()),
            own.walked,
        )
    )


def _rules(rules: Iterable[type[Rule]]) -> str:
    """Which rules these are; those of others with the state of their modules."""
    return " ".join(f"{rule.code}={rule.__qualname__}@{_module(rule.__module__)}" for rule in rules)


def _module(name: str) -> str:
    """A module by its name, with the state of its file where it is none of graphlint's."""
    if name.startswith(OWN):
        return name
    try:
        state = os.stat(getattr(sys.modules[name], "__file__", None) or "")
    except (OSError, KeyError):
        return name
    return f"{name}:{state.st_size}:{state.st_mtime_ns}"


def _files(root: str) -> Iterator[tuple[str, int, int]]:
    """The files that a package is made of: path, size, and when they were changed."""
    with os.scandir(root) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            elif entry.name.endswith(SOURCES):
                state = entry.stat()
                yield entry.path, state.st_size, state.st_mtime_ns
