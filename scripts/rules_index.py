"""Write the index of the rules, rules/README.md, from what the rules say of themselves. Needs graphlint installed from the working tree.

usage: python3 scripts/rules_index.py           write it
       python3 scripts/rules_index.py --check   say whether it is current (exit status 1 if not)
"""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from fixes.offered import offers  # noqa: E402
from programs_by_rule import Count, counts  # noqa: E402

from graphlint.rule.base import Rule  # noqa: E402
from graphlint.rule.built_in import UnusedNoqa  # noqa: E402
from graphlint.rule.docs import page_of  # noqa: E402
from graphlint.rule.fix import Applicability  # noqa: E402
from graphlint.rule.registry import discover  # noqa: E402

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
HEADER = ("code", "name", "severity", "by default", "fix", "bad and good programs", "confirmed by the shim", "agrees with PyTorch", "flags")
INTRODUCTION = """\
# The rules

One file a rule. Its class docstring is its page, and `graphlint rule CODE` prints it; codes and names do not change. Wherever a rule
is to be named, its code, its name or a prefix of its code will do.

The programs are those in `tests/programs` that are marked with the rule, and their twins that are put right by one edit. `pytest` holds
the analysis against the marks, the marks against what a run on the shim shows, and both against real PyTorch (which needs PyTorch, and
is part of `.ci/run`): what is not confirmed stands in `tests/programs/exceptions.tsv`, with the reason. The column *fix* tells for how
many of the findings in these programs a fix is offered, and whether it is safe.

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
    yield from (f"[{rule.code}]({place})", rule.name, rule.severity.value, "on" if rule.default else "off", *measured(rule.code), flags)


def measured(code: str) -> Iterator[str]:
    """What is known of a rule from its programs: its fixes, how many there are, of how many the findings are confirmed."""
    count = programs().get(code, Count(0, 0, 0))
    findings = [offer for offer in offers() if offer.finding.code == code]
    kinds: dict[Applicability, int] = defaultdict(int)
    for offer in findings:
        if offer.fixes:
            kinds[offer.fixes[0].applicability] += 1
    told = ", ".join(f"{kinds[kind]} {kind.value}" for kind in Applicability if kinds[kind])
    # The fixes of suppressions come with their findings, from no program.
    yield f"{told} of {len(findings)}" if told else "safe" if code == UnusedNoqa.code else "none"
    if not count.bad:
        yield from ("–", "–", "–")
        return
    yield f"{count.bad}, {count.good}"
    yield f"{count.traced} of {count.bad}"
    # A mark that PyTorch does not bear out has no exception: the tests fail.
    yield f"{count.bad} of {count.bad}"


@cache
def programs() -> dict[str, Count]:
    """The programs of each rule."""
    return counts()


if __name__ == "__main__":
    sys.exit(main())
