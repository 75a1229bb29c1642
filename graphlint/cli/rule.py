"""`graphlint rule`: explain a rule, or all of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from graphlint.cli.options import Parser, one_of
from graphlint.common.errors import UsageError
from graphlint.common.spelling import suggestion
from graphlint.config.settings import rule_words
from graphlint.report.rule_page import FORMATS
from graphlint.report.stderr import tell
from graphlint.report.style import style_for
from graphlint.rule.base import Rule
from graphlint.rule.docs import page_of
from graphlint.rule.registry import Registry, discover


def run(arguments: Sequence[str]) -> int:
    """Run the command and return the exit status.

    Raises:
        UsageError: if a rule or the format is unknown.
    """
    options = parser().read(arguments)
    if not options.all and not options.rules:
        raise UsageError("expected a rule code or name, or --all")
    if options.all and options.rules:
        raise UsageError(f"--all cannot be used with rules: {' '.join(options.rules)}")
    registry = discover()
    tell("warning", (*registry.problems, *registry.ignored))
    rules = registry.rules if options.all else _rules_named(options.rules, registry)
    sys.stdout.write(FORMATS[options.output_format]([page_of(rule) for rule in rules], style_for(sys.stdout, options.color)))
    return 0


def parser() -> Parser:
    command = Parser("rule", "Explain rules: what they find, why it matters, an example, and what to do instead.")
    add = command.add_argument
    add("rules", nargs="*", metavar="CODE|NAME", help="Rules to explain: codes, names, or prefixes of codes")
    add("--all", action="store_true", help="Explain every rule")
    add("--output-format", type=one_of(FORMATS), default="text", metavar="FORMAT", help=f"one of {', '.join(FORMATS)} (default: text)")
    add("--color", type=one_of(("auto", "always", "never")), default="auto", metavar="WHEN", help="auto, always or never (default: auto)")
    return command


def _rules_named(words: Sequence[str], registry: Registry) -> list[type[Rule]]:
    """Return the rules with these codes, names or code prefixes, without repetition, in the given order."""
    selected: dict[type[Rule], None] = {}
    for word in words:
        rule = registry.find(word)
        rules = [rule] if rule else [rule for rule in registry.rules if len(word) > 1 and rule.code.casefold().startswith(word.casefold())]
        if not rules:
            raise UsageError(f"unknown rule {word!r}{suggestion(word, rule_words(registry))}")
        selected.update(dict.fromkeys(rules))
    return list(selected)
