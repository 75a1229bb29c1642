"""The inputs of results other than files and the linter: the rules, the settings."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from graphlint.check.cache.content_digest import digest
from graphlint.check.cache.json_records import encode
from graphlint.rule.base import Rule
from graphlint.rule.registry import OWN

if TYPE_CHECKING:
    from graphlint.check.baseline import Baseline
    from graphlint.check.check_config import CheckConfig
    from graphlint.config.settings import Settings
    from graphlint.rule.registry import Registry


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
    # One representation inside another would quote paths twice.
    own = repr((registry.waiting, _rules(registry.foreign), unreported))
    return "\n".join((own, *sorted(map(repr, settings))))


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
    """Identify a module; one of another package with the content of its file."""
    if name.startswith(OWN):
        return name
    try:
        return f"{name}:{digest(Path(getattr(sys.modules[name], '__file__', None) or '').read_bytes())}"
    except (OSError, KeyError):
        return name
