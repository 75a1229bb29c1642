"""Run graphlint on published collections of PyTorch bugs and compare its findings with a table of expectations.

    python scripts/check_collections.py FOLDER                      the cases, and what was found, as Markdown
    python scripts/check_collections.py FOLDER --other "COMMAND"    also what another linter reports on the expected lines

FOLDER holds a checkout of each collection, named OWNER/NAME as on GitHub; nothing is downloaded, and a collection that is missing is left
out. docs/internal/collections.tsv has a row for each case: the rule and the line that a reader of it expects, and the reason. The code and
the descriptions of the collections are not part of this repository.

Some cases are fragments from a forum, which do not parse or use names that they do not define. Each is checked twice: as it was published,
and completed by a line that imports the usual names and gives every other undefined name the result of an unresolved call.
"""

from __future__ import annotations

import argparse
import collections
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from published.cases import COMPLETE, Case, check
from published.expectations import Expectation, Kind, Place, collections_of, read_expectations
from published.programs import IN_WORKBOOK

from graphlint.rule.registry import discover

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/internal/collections.tsv"
TITLES = {Kind.BUG: "Mistakes", Kind.NOTICE: "Optional rules"}
MISSED = "missed"
NO_RULE = "no rule yet"
NONE = "-"
RULES = discover().rules
CODES = {rule.code for rule in RULES}
DEFAULT = {rule.code for rule in RULES if rule.default}
FREQUENT = 6


@dataclass(frozen=True)
class Row:
    """A row of the table with its case."""

    expectation: Expectation
    case: Case

    def found(self, places: frozenset[Place]) -> str:
        """Return the expected places that are among the findings, or why there are none."""
        if all(place.code not in CODES for place in self.expectation.places):
            return NO_RULE
        return ", ".join(str(place) for place in self.expectation.places if place in places) or MISSED

    @property
    def name(self) -> str:
        """Return the case without the workbook that holds it."""
        return self.case.program.case.rpartition(IN_WORKBOOK)[2]

    @property
    def is_missed(self) -> bool:
        """Return whether a rule exists, and finds the mistake in neither form."""
        return {self.published, self.completed} <= {MISSED, NONE}

    @property
    def published(self) -> str:
        """Return what was found in the program as it was published."""
        return self.found(self.case.published)

    @property
    def completed(self) -> str:
        """Return what was found in the completed program, if it is a fragment that parses."""
        return NONE if self.case.state == COMPLETE or not self.case.completion.parses else self.found(self.case.completed)


def main() -> int:
    """Print the report on the collections in a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder with the checkouts")
    parser.add_argument("--table", type=Path, default=TABLE, help="the table of expectations")
    parser.add_argument("--other", action="append", default=[], metavar="COMMAND", help="another linter, to which the paths are added")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        print("\n".join(report(read_expectations(options.table), options.folder, Path(scratch), options.other)))
    return 0


def report(expectations: Sequence[Expectation], folder: Path, scratch: Path, others: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the report.

    Args:
        expectations: the rows of the table.
        folder: the folder with the checkouts.
        scratch: an empty folder.
        others: the commands of other linters.
    """
    for number, collection in enumerate(collections_of(expectations)):
        rows = [row for row in expectations if row.collection == collection]
        yield f"## {collection}\n"
        if not (folder / collection).is_dir():
            yield f"no checkout in {folder}\n"
            continue
        cases = check(collection, folder / collection, rows, scratch / str(number), others)
        yield from (f"not in the checkout: {row.case}" for row in rows if not row.is_pattern and row.case not in cases)
        known = [Row(row, cases[row.case]) for row in rows if row.case in cases]
        for kind, title in TITLES.items():
            yield from expected_table(title, [row for row in known if row.expectation.kind is kind])
        yield from judged_findings(rows, cases)


def expected_table(title: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the expected findings, the reasons of those that are missed, and the numbers by the state of the program."""
    if not rows:
        return
    tools = list(rows[0].case.others)
    yield line(title, "", "expected", "program", "as published", "completed", *tools)
    yield line(*["---"] * (6 + len(tools)))
    counters: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for row in rows:
        expected = " or ".join(map(str, row.expectation.places))
        shown = [row.name, row.expectation.reason, expected, row.case.state, row.published, row.completed]
        yield line(*shown, *(on_lines(row, tool) for tool in tools))
        counter = counters[COMPLETE if row.case.state == COMPLETE else "fragments"]
        counter["rows"] += 1
        counter[NO_RULE] += row.published == NO_RULE
        counter["published"] += row.published not in {MISSED, NO_RULE}
        counter["completed"] += row.completed not in {MISSED, NO_RULE, NONE}
    yield ""
    for state, counter in counters.items():
        tail = "" if state == COMPLETE else f", {counter['completed']} found completed"
        yield f"{title}, {state}: {counter['rows']}, {counter[NO_RULE]} without a rule, {counter['published']} found as published{tail}"
    yield ""
    missed = [row for row in rows if row.expectation.missed and row.is_missed]
    yield from (f"- {row.name}: {row.expectation.missed}" for row in missed)
    yield ""


def line(*columns: str) -> str:
    """Return a line of a Markdown table."""
    return f"| {' | '.join(columns)} |"


def on_lines(row: Row, tool: str) -> str:
    """Return the codes that another linter reports on the expected lines."""
    lines = {place.line for place in row.expectation.places}
    return " ".join(sorted({place.code for place in row.case.others[tool] if place.line in lines})) or NONE


def judged_findings(rows: Sequence[Expectation], cases: Mapping[str, Case]) -> Iterator[str]:
    """Yield the number of right and wrong findings of the default rules, and those that are wrong or that no row is about."""
    judged = {(row.case, place): row.kind for row in rows for place in row.places}
    counts: collections.Counter[str] = collections.Counter()
    details: list[str] = []
    for name, case in cases.items():
        for place in sorted(case.findings, key=str):
            if place.code not in DEFAULT:
                continue
            kind = judged.get((name, place))
            form = "as published" if place in case.published else "only completed"
            shown = "not judged" if kind is None else "wrong" if kind is Kind.WRONG else "right"
            counts[f"{shown} ({form})"] += 1
            if shown != "right":
                details.append(f"- {shown}: {name} {place} ({form})")
    silent = sum(not any(place.code in DEFAULT for place in case.findings) for case in cases.values())
    yield f"{len(cases)} programs, {silent} of them without a finding of the default rules"
    yield f"findings: {', '.join(f'{number} {shown}' for shown, number in sorted(counts.items())) or 'none'}"
    yield from details
    for tool in dict.fromkeys(tool for case in cases.values() for tool in case.others):
        codes = collections.Counter(place.code for case in cases.values() for place in case.others[tool])
        frequent = ", ".join(f"{number} {code}" for code, number in codes.most_common(FREQUENT)) or "none"
        yield f"{tool}: {sum(codes.values())} findings, most often {frequent}"
    yield ""


if __name__ == "__main__":
    sys.exit(main())
