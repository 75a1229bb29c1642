"""The inputs of results other than files: graphlint itself, the rules, the settings."""

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
    from graphlint.check.check_config import CheckConfig
    from graphlint.config.settings import Settings
    from graphlint.rule.registry import Registry

SOURCES = (".py", ".tsv")


def digest(data: bytes) -> str:
    """Return the hash by which content is compared."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def linter_digest() -> str:
    """Return a digest of the versions of graphlint and Python and of graphlint's files: a working copy changes without a new version."""
    # In a working copy the rules are a separate package.
    roots = {*importlib.import_module(OWN.rstrip(".")).__path__, *importlib.import_module(GROUP).__path__}
    files = sorted(f"{path} {size} {time}" for root in roots for path, size, time in _files(root))
    return digest("\n".join((__version__, sys.version, *files)).encode())


def of_analysis(config: CheckConfig, path: str) -> str:
    """Return the inputs of a file's analysis."""
    own = config.of(path)
    return f"{_rules(map(type, config.project_rules or own.rules))} {encode(own.assumptions)} {config.parser.value}"


def of_run(registry: Registry, known: Baseline | None, settings: Iterable[Settings]) -> str:
    """Return the inputs of a run, before any check config is resolved.

    Args:
        registry: all rules, loaded or not.
        known: the baseline.
        settings: the settings of all files.
    """
    unreported = None
    if known is not None:
        unreported = (known.folder, sorted((name, sorted(of.items())) for name, of in known.files.items()), sorted(known.deleted))
    return repr((registry.waiting, _rules(registry.foreign), unreported, sorted(map(repr, settings))))


def of_report(config: CheckConfig, path: str) -> str:
    """Return the inputs of a file's report that its analysis does not have."""
    own = config.of(path)
    known_rules = own.suppression_rules
    return repr(
        (
            _rules(map(type, own.rules)),
            _rules(map(type, own.verification_rules)),
            sorted((code, severity.value) for code, severity in own.severities.items()),
            (sorted(known_rules.names.items()), sorted(known_rules.checked), known_rules.all_defaults_checked),
            sorted(own.baseline_of(path).items()),
            sorted(own.moved_baseline_of(path).items()),
            own.complete_folders,
            sorted(own.not_in_unit_tests),
        )
    )


def _rules(rules: Iterable[type[Rule]]) -> str:
    """Identify rules; those of other packages with the state of their modules."""
    return " ".join(f"{rule.code}={rule.__qualname__}@{_module(rule.__module__)}" for rule in rules)


def _module(name: str) -> str:
    """Identify a module; one of another package with the state of its file."""
    if name.startswith(OWN):
        return name
    try:
        state = os.stat(getattr(sys.modules[name], "__file__", None) or "")
    except (OSError, KeyError):
        return name
    return f"{name}:{state.st_size}:{state.st_mtime_ns}"


def _files(root: str) -> Iterator[tuple[str, int, int]]:
    """Yield the files of a package: path, size, modification time."""
    with os.scandir(root) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            elif entry.name.endswith(SOURCES):
                state = entry.stat()
                yield entry.path, state.st_size, state.st_mtime_ns
