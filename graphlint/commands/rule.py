"""`graphlint rule`: explain a rule, or all of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from inspect import cleandoc

from graphlint.commands.options import Parser
from graphlint.discover_rules import discover
from graphlint.errors import UsageError
from graphlint.rules_api import Rule
from graphlint.settings import nearest, rule_words


def run(arguments: Sequence[str]) -> int:
    """Run the command.

    Args:
        arguments: what stands behind its name.

    Returns:
        The exit status.

    Raises:
        UsageError: if there is no such rule.
    """
    parser = Parser("rule", "Explain rules.")
    parser.add_argument("rules", nargs="*", metavar="CODE|NAME", help="the rules to explain")
    parser.add_argument("--all", action="store_true", help="explain every rule")
    options = parser.read(arguments)
    registry = discover()
    if not options.all and not options.rules:
        raise UsageError("which rule? Name one by its code or name, or all by --all")
    wanted = list(registry.rules) if options.all else []
    for word in options.rules:
        rule = registry.find(word)
        if rule is None:
            raise UsageError(f"no rule is called {word!r}{nearest(word, rule_words(registry))}")
        wanted.append(rule)
    sys.stdout.write("\n".join(explanation(rule) for rule in wanted))
    return 0


def explanation(rule: type[Rule]) -> str:
    """A rule's page: its name, code and severity, and its docstring.

    Args:
        rule: the rule.
    """
    switched = "on by default" if rule.default else "off by default"
    return f"# {rule.name} ({rule.code})\n\nSeverity: {rule.severity.value}, {switched}.\n\n{cleandoc(rule.__doc__ or '').strip()}\n"
