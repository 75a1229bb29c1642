"""The inputs of results other than files: the linter, the rules, the settings.

The linter is identified by its content, so that two installations of one wheel have the same identity.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.check.cache.file_contents import digest, text_digest
from graphlint.check.cache.json_records import encode
from graphlint.check.cache.signing_key import is_trusted, user_folder
from graphlint.common.system import PLATFORM
from graphlint.common.version import __version__
from graphlint.rule.base import Rule
from graphlint.rule.registry import GROUP, OWN

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline
    from graphlint.check.check_config import CheckConfig
    from graphlint.config.settings import Settings
    from graphlint.rule.registry import Registry

SOURCES = (".py", ".tsv", ".toml")
BUILT = Path(__file__).with_name("sources.digest")
"""In a wheel: a digest of all its files, which setup.py computes. A working copy has none."""


def linter_digest() -> str:
    """Return a digest of the versions of graphlint and Python and of graphlint's files: a working copy changes without a new version."""
    python = (sys.implementation.name, tuple(sys.version_info), PLATFORM)
    return text_digest(repr((__version__, python, _built() or _of_working_copy())))


def _built() -> str:
    """Return the digest that the wheel has; empty in a working copy."""
    try:
        return BUILT.read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""


def _of_working_copy() -> str:
    """Return a digest of the contents of all files. Sizes and times of files stand in for contents that an earlier run has read."""
    # In a working copy the rules are a separate package.
    roots = sorted({*importlib.import_module(OWN.rstrip(".")).__path__, *importlib.import_module(GROUP).__path__})
    files = sorted((path, size, time) for root in roots for path, size, time in _files(root))
    stamps = text_digest(repr(files))
    folder = user_folder()
    memory = None if folder is None else folder / f"sources-{text_digest(repr(roots))}"
    known_digest = _remembered(memory, stamps)
    if not known_digest:
        contents = ((os.path.relpath(path, _root_of(path, roots)), digest(Path(path).read_bytes())) for path, _, _ in files)
        known_digest = text_digest(repr(sorted(contents)))
        _remember(memory, stamps, known_digest)
    return known_digest


def _root_of(path: str, roots: list[str]) -> str:
    """Return the innermost of the folders that a file is in."""
    return max((root for root in roots if path.startswith(os.path.join(root, ""))), key=len)


def _remembered(memory: Path | None, stamps: str) -> str:
    """Return the digest that an earlier run has computed for the same stamps; empty if there is none."""
    if memory is not None:
        with contextlib.suppress(OSError, ValueError):
            known, _, known_digest = memory.read_text(encoding="ascii").partition(" ")
            if known == stamps and is_trusted(memory):
                return known_digest
    return ""


def _remember(memory: Path | None, stamps: str, known_digest: str) -> None:
    """Keep a digest for later runs, where there is a folder for it: the one that the user's key has created."""
    if memory is None or not memory.parent.is_dir():
        return
    import tempfile  # noqa: PLC0415  once for each change of the sources

    with contextlib.suppress(OSError):
        handle, temporary = tempfile.mkstemp(prefix="sources-", dir=memory.parent)
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(f"{stamps} {known_digest}")
        Path(temporary).replace(memory)


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


def analysis_inputs(config: CheckConfig, path: str) -> str:
    """Return the inputs of a file's analysis."""
    own = config.of(path)
    return f"{_rules(map(type, config.project_rules or own.rules))} {encode(own.assumptions)} {config.parser.value}"


def run_inputs(registry: Registry, known: Baseline | None, settings: Iterable[Settings]) -> str:
    """Return the inputs of a run, before any check config is resolved.

    Args:
        registry: all rules, loaded or not.
        known: the baseline.
        settings: the settings of all files.
    """
    unreported = None
    if known is not None:
        unreported = (known.folder, sorted((name, sorted(of.items())) for name, of in known.files.items()), sorted(known.deleted))
    # One representation inside another would quote paths twice.
    own = repr((registry.waiting, _rules(registry.foreign), unreported))
    return "\n".join((own, *sorted(map(repr, settings))))


def report_inputs(config: CheckConfig, path: str) -> str:
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
    """Identify a module; one of another package with the content of its file."""
    if name.startswith(OWN):
        return name
    try:
        return f"{name}:{digest(Path(getattr(sys.modules[name], '__file__', None) or '').read_bytes())}"
    except (OSError, KeyError):
        return name
