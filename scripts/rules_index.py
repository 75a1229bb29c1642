"""Write the index of the rules, rules/README.md, from what the rules say of themselves. Needs graphlint installed from the working tree.

usage: python3 scripts/rules_index.py           write it
       python3 scripts/rules_index.py --check   say whether it is current (exit status 1 if not)
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from graphlint.discover_rules import discover
from graphlint.pages import page_of
from graphlint.rules_api import Rule

ROOT = Path(__file__).resolve().parent.parent
INDEX = ROOT / "rules" / "README.md"

# The families, by the first digit of their codes.
FAMILIES = {
    "0": "the file itself",
    "1": "PyTorch raises",
    "2": "a graph is kept",
    "3": "a graph is built for nothing",
    "4": "a gradient is lost",
    "5": "gradients and the step",
    "9": "removed or deprecated",
}
HEADER = ("code", "name", "severity", "by default", "flags")
INTRODUCTION = """\
# The rules

One file a rule. Its class docstring is its page, and `graphlint rule CODE` prints it; codes and names do not change. Wherever a rule
is to be named, its code, its name or a prefix of its code will do.

<!-- Written by scripts/rules_index.py. Change the rules' docstrings, and run it again. -->
"""


def main() -> int:
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    text = index(own_rules())
    if not arguments:
        INDEX.write_text(text, encoding="utf-8")
        return 0
    if INDEX.exists() and INDEX.read_text(encoding="utf-8") == text:
        return 0
    print(f"{INDEX.relative_to(ROOT)} is not current: run scripts/rules_index.py", file=sys.stderr)
    return 1


def own_rules() -> list[type[Rule]]:
    """The rules of this distribution: what entry points of others add on this machine is none of it."""
    return [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]


def index(rules: list[type[Rule]]) -> str:
    """The text of the index: a table for each family."""
    return INTRODUCTION + "".join(f"\n## GL{digit}: {title}\n\n{table(digit, rules)}" for digit, title in FAMILIES.items())


def table(digit: str, rules: list[type[Rule]]) -> str:
    """The table of one family."""
    rows = [HEADER, ("---",) * len(HEADER), *(row(rule) for rule in rules if rule.code[2] == digit)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def row(rule: type[Rule]) -> Iterator[str]:
    """The line of one rule; its code leads to its file."""
    source = Path(inspect.getfile(rule))
    place = source.name if source.parent.name == INDEX.parent.name else f"../graphlint/{source.name}"
    flags = page_of(rule).summary.removeprefix("Flags ").rstrip(".").replace("|", "\\|")
    yield from (f"[{rule.code}]({place})", rule.name, rule.severity.value, "on" if rule.default else "off", flags)


if __name__ == "__main__":
    sys.exit(main())
