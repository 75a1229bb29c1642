"""Check the programs of a collection with graphlint and other linters, as they were published and completed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphlint.rule.built_in import SyntaxErrorRule
from published.expectations import Expectation, Place
from published.programs import Completion, Program, complete, programs
from published.tools import Findings, graphlint_findings, other_findings

COMPLETE = "complete"


@dataclass(frozen=True)
class Case:
    """A program, its completion, and the findings in both; the lines are those of the program as it was published."""

    program: Program
    completion: Completion
    published: frozenset[Place]
    completed: frozenset[Place]
    others: Mapping[str, frozenset[Place]]

    @property
    def state(self) -> str:
        """Return what a fragment lacks, or that the program is complete."""
        if not self.completion.parses:
            return "does not parse"
        names = len(self.completion.undefined)
        return f"{names} undefined name{'s' * (names != 1)}" if names else COMPLETE

    @property
    def findings(self) -> frozenset[Place]:
        """Return all findings of graphlint, in the published and in the completed form."""
        return self.published | self.completed


@dataclass(frozen=True)
class Forms:
    """The files of a program: as it was published, and completed if it is a fragment that parses."""

    program: Program
    completion: Completion
    published: Path
    completed: Path | None

    def places(self, findings: Findings) -> tuple[frozenset[Place], frozenset[Place]]:
        """Return the findings in both files; a line of the completed one is that of the published program."""
        offset = bool(self.completion.undefined)
        completed = findings.get(self.completed, ()) if self.completed else ()
        return (
            frozenset(place for place in findings.get(self.published, ()) if place.code != SyntaxErrorRule.code),
            frozenset(Place(place.code, place.line - offset) for place in completed if place.line > offset),
        )


def check(collection: str, checkout: Path, rows: Sequence[Expectation], scratch: Path, others: Sequence[str]) -> dict[str, Case]:
    """Return the cases of a collection by their names.

    Args:
        collection: owner and name of the collection.
        checkout: the folder with its files.
        rows: the rows of the table that are about the collection.
        scratch: a folder for cells of workbooks and completed fragments.
        others: the commands of other linters.
    """
    found = {program.case: program for row in rows for program in programs(collection, checkout, row.case)}
    forms = [written(program, scratch.resolve(), number) for number, program in enumerate(found.values())]
    files = [path for form in forms for path in (form.published, form.completed) if path is not None]
    # Folders rather than files, so that imports between the files of a case are resolved.
    own = graphlint_findings(list(dict.fromkeys(path.parent for path in files)))
    reported = {command.split()[0].rpartition("/")[2]: other_findings(command, files) for command in others}
    return {
        form.program.case: Case(
            form.program,
            form.completion,
            *form.places(own),
            {tool: frozenset().union(*form.places(findings)) for tool, findings in reported.items()},
        )
        for form in forms
    }


def written(program: Program, scratch: Path, number: int) -> Forms:
    """Return the files of a program, of which those that the checkout does not have are written."""
    completion = complete(program.text)
    published = program.path.resolve() if program.path else scratch / "published" / f"case{number}.py"
    completed = scratch / "completed" / f"case{number}.py"
    for path, text in ((published, None if program.path else program.text), (completed, completion.text)):
        if text is not None and not (path is completed and text == program.text):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return Forms(program, completion, published, completed if completed.is_file() else None)
