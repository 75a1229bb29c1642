"""Ask real PyTorch what each operation saves for its gradient, and write graphlint's tables of operations, or check them.

    python scripts/probe_operations.py            probe, print the counts and where the tables in the repository disagree
    python scripts/probe_operations.py --check    the same, and exit with 1 where they disagree
    python scripts/probe_operations.py --write    probe, and write graphlint/autograd/operations.tsv and modules.tsv
    python scripts/probe_operations.py --only mul --only conv2d      print what the samples of these show, and write nothing

Nothing comes from documentation: every line is what the samples (operation_samples.txt, module_samples.txt) showed when they ran. To make
the tables anew for a later PyTorch: run with --write under it; names that are new there are listed as not covered and need a sample, or a
reason in operation_exclusions.txt.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from module_probe import module_rows
from operation_probe import Finding, Probe, combine, same, torch
from operation_samples import (
    HERE,
    SPACES,
    Sample,
    evaluate,
    exists,
    in_place_spellings,
    parameters_of,
    read_samples,
    rows,
    spellings_of,
)

TABLES = HERE.parent / "graphlint" / "autograd"
HEADER = "name inputs saves eval_saves result outputs shape probed inplace parameters spellings note".split()
MODULE_HEADER = "name operation parameters returns note".split()
# How many results these have depends on their arguments.
VARYING = frozenset(
    "broadcast_tensors chunk dsplit gradient hsplit meshgrid split split_copy split_with_sizes split_with_sizes_copy tensor_split unbind "
    "unbind_copy unsafe_chunk unsafe_split unsafe_split_with_sizes vsplit unique unique_consecutive".split()
)
NO_INPLACE_DERIVATIVE = "inplace version of"
ATTRIBUTES = ("T", "H", "mT", "mH", "real", "imag", "data", "grad")


@dataclass
class Line:
    """One line of operations.tsv in the making: a sample, and what it showed in training and in evaluation."""

    sample: Sample
    training: Finding
    evaluation: Finding
    result: str
    inplace: bool = False
    spellings: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> dict[str, str]:
        made = self.sample.make()
        return {name: f"{name}*" if isinstance(value, (list, tuple)) else name for name, value in made.items() if value is not None}

    def cells(self) -> list[str]:
        inputs = self.inputs
        saves, evaluation = (rendered(finding.saves, inputs) for finding in (self.training, self.evaluation))
        outputs = 0 if self.sample.name in VARYING else self.training.outputs
        probed = "not probed" if self.sample.unprobed else "probed"
        notes = [self.sample.unprobed, self.sample.note]
        parameters = positional(self.spellings, tuple(inputs))
        return [
            *(self.sample.label, " ".join(inputs.values()), saves, "=" if evaluation == saves else evaluation),
            *(self.result, str(outputs), self.sample.shape, probed, "inplace" if self.inplace else "-"),
            *(" ".join(parameters), " ".join(self.spellings), "; ".join(filter(None, notes))),
        ]


def rendered(saves: Mapping[str, frozenset[str]], inputs: Mapping[str, str]) -> str:
    return " ".join(f"{inputs[name]}:{'+'.join(sorted(inputs.get(one, one) for one in kept))}" for name, kept in saves.items())


def positional(spellings: Sequence[str], inputs: tuple[str, ...]) -> list[str]:
    """The parameters of the first spelling whose signature is known."""
    for spelling in spellings:
        space, _, name = spelling.rpartition(".")
        if space in SPACES and not name.startswith("__") and callable(getattr(SPACES[space], name, None)):
            found = parameters_of(getattr(SPACES[space], name), inputs)
            if found and set(inputs) <= set(found):
                return found
    return []


# ------------------------------------------------------------------------------------------------ making the lines
class Table:
    """The lines of operations.tsv, as the samples show them, and whatever did not fit."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.lines: dict[str, Line] = {}
        self.problems: list[str] = []
        self.samples = 0
        self.explicit = {sample.label for sample in samples}
        for sample in samples:
            self.add(sample)

    def add(self, sample: Sample) -> None:
        line = self.probed(sample, inplace=sample.name.endswith("_") or sample.name.startswith("setitem"))
        if line is None:
            return
        self.samples += 1
        base = self.lines.get(sample.name)
        if sample.variant and base is not None:
            self.add_variant(line, base)
            return
        line.spellings = spellings_of(sample)
        plain = self.lines.get(sample.name.removesuffix("_number"))
        if plain is None or not agree(line, with_numbers(plain, line)):  # else the rule for numbers already tells it
            self.lines[sample.label] = line
        self.problems.extend(self.wrong_spellings(line))
        if not sample.name.endswith("_") and not sample.unprobed:
            self.add_in_place(line, line)

    def add_variant(self, line: Line, base: Line) -> None:
        """A line of its own for other circumstances, if they make a difference that the operands left out do not explain."""
        if {line.result, base.result} in ({"view", "new"}, {"view?", "new"}, {"view?", "view"}):
            base.result = "view?"
        line.spellings = spellings_of(replace(line.sample, name=""))
        if not agree(line, without(base, line)) or line.training.outputs != base.training.outputs:
            self.lines[line.sample.label] = line
            if not line.sample.note:
                self.problems.append(f"{line.sample.label}: differs, and no note tells when it applies")
        self.add_in_place(line, base)

    def add_in_place(self, line: Line, base: Line) -> None:
        """Probe the in-place form: a line of its own if it saves something else than what holds without such a line."""
        forms = in_place_spellings(line.spellings)
        sample = line.sample.in_place()
        if sample is None or sample.label in self.explicit:
            line.spellings += [] if sample else forms
            line.inplace = line.inplace or bool(sample or forms)
            return
        changed = self.probed(sample, inplace=True, required=line is base)
        if changed is None:
            return
        base.inplace = line.inplace = True
        if any(NO_INPLACE_DERIVATIVE in problem for problem in changed.training.problems):
            line.spellings += forms
            line.sample = replace(line.sample, note=f"{sample.name} has no derivative: a backward through it raises NotImplementedError")
            return
        general = self.lines.get(f"{base.sample.name.removesuffix('_number')}_")
        expected = self.lines.get(line.sample.label) or general or base
        if line.sample.name.endswith("_number") and general is not None:
            expected = with_numbers(general, line)
        if agree(changed, expected if expected is line else without(expected, line)):
            line.spellings += forms
            return
        changed.spellings = forms
        changed.sample = replace(sample, note="; ".join(filter(None, ["in place", line.sample.note])))
        self.lines[sample.label] = changed

    def probed(self, sample: Sample, inplace: bool, required: bool = True) -> Line | None:
        """A line with what the sample shows in both modes; None where it does not run, which is a problem if it is `required` to."""
        if sample.unprobed:
            return unprobed(sample)
        try:
            found = [combine(probe_of(sample, training, inplace)) for training in ((True, False) if sample.has_modes else (True,))]
        except Exception as error:  # noqa: BLE001 - whatever a sample raises is reported, and the others go on
            if required:
                self.problems.append(f"{sample.label}: {type(error).__name__}: {str(error).strip().splitlines()[0]}")
            return None
        known = (NO_INPLACE_DERIVATIVE, "the union is") if "not a union" in sample.note else (NO_INPLACE_DERIVATIVE,)
        problems = [problem for finding in found for problem in finding.problems if not any(words in problem for words in known)]
        self.problems.extend(f"{sample.label}: {problem}" for problem in problems)
        training, evaluation = found[0], found[-1]
        if wrong := wrong_shape(sample, training):
            self.problems.append(f"{sample.label}: {wrong}")
        result = "none" if not training.saves else "view" if inplace or training.view else "view?" if evaluation.view else "new"
        return Line(sample, training, evaluation, result)

    def wrong_spellings(self, line: Line) -> Iterator[str]:
        """Spellings under which the same arguments give another result."""
        inputs = list(line.training.saves)
        for spelling in line.spellings:
            other = line.sample.spelled(spelling)
            if other is None or line.sample.unprobed or not exists(spelling):
                continue
            try:
                seen = probe_of(other, True, line.result == "view" and line.sample.name.endswith("_")).see(inputs)
            except Exception as error:  # noqa: BLE001 - as above
                yield f"{line.sample.label}: {spelling} takes other arguments: {str(error).strip().splitlines()[0]}"
                continue
            union = frozenset[str]().union(*line.training.saves.values())
            if (seen.outputs, seen.shape) != (line.training.outputs, line.training.shape) or not same(seen.saved or frozenset(), union):
                yield f"{line.sample.label}: {spelling} saves {sorted(seen.saved or ())} and has {seen.outputs} results"


def probe_of(sample: Sample, training: bool, inplace: bool) -> Probe:
    return Probe(sample.make, lambda operands: sample.run(operands, training), inplace)


def unprobed(sample: Sample) -> Line:
    """A line for what cannot be run here; after a semicolon the reason may be followed by what is assumed."""
    reason, _, assumed = sample.unprobed.partition(";")
    saves = {name: frozenset(filter(None, kept.split("+"))) for name, _, kept in (part.partition(":") for part in assumed.split())}
    finding = Finding(saves, outputs=1)
    return Line(replace(sample, unprobed=reason), finding, finding, "view?" if saves else "new")


def agree(one: Line, other: Line) -> bool:
    return all(
        mine.saves.keys() == theirs.saves.keys() and all(same(mine.saves[name], theirs.saves[name]) for name in mine.saves)
        for mine, theirs in ((one.training, other.training), (one.evaluation, other.evaluation))
    )


def without(base: Line, line: Line) -> Line:
    """What the line of `base` says where the operands that `line` does not have are not given."""
    absent = set(base.inputs) - set(line.inputs)

    def restricted(finding: Finding) -> Finding:
        return replace(finding, saves={name: kept - absent for name, kept in finding.saves.items() if name not in absent})

    return replace(base, training=restricted(base.training), evaluation=restricted(base.evaluation))


def with_numbers(plain: Line, line: Line) -> Line:
    """What the line of `plain` says where the operands that `line` does not have are Python numbers."""
    present = set(line.sample.make())

    def replaced(finding: Finding) -> Finding:
        saves = {
            name: frozenset("own" if one in plain.inputs and one not in present else one for one in kept)
            for name, kept in finding.saves.items()
            if name in present
        }
        return replace(finding, saves=saves)

    return replace(plain, training=replaced(plain.training), evaluation=replaced(plain.evaluation))


def wrong_shape(sample: Sample, finding: Finding) -> str:
    """What contradicts the shape that the sample states, if anything does."""
    shapes = [tuple(value.shape) for value in sample.make().values() if hasattr(value, "shape")]
    expected = {
        "same": lambda: shapes[0],
        "broadcast": lambda: tuple(torch.broadcast_shapes(*shapes)),
        "scalar": lambda: (),
        "loss": lambda: () if sample.variant != "none" else finding.shape,
    }.get(sample.shape)
    if expected is None or expected() == finding.shape:
        return ""
    return f"is said to have the shape {sample.shape}, but has {finding.shape} for {shapes}"


# ------------------------------------------------------------------------------------------------ coverage
def public_names() -> Iterator[str]:
    """Every public callable of the namespaces, and the tensor's attributes that are operations."""
    for space, module in SPACES.items():
        for name in dir(module):
            value = getattr(module, name, None)
            if not name.startswith("_") and callable(value) and not isinstance(value, type):
                yield f"{space}.{name}"
    yield from (f"torch.Tensor.{name}" for name in ATTRIBUTES)


def excluded() -> dict[str, str]:
    """The names that are left out, with the reason: bare names mean every namespace."""
    return {name: reason for reason, names in rows(HERE / "operation_exclusions.txt", 2) for name in names.split()}


def uncovered(table: Table) -> list[str]:
    known = {spelling for line in table.lines.values() for spelling in line.spellings}
    reasons = excluded()
    return [name for name in public_names() if name not in known and name not in reasons and name.rpartition(".")[2] not in reasons]


def stale(table: Table) -> list[str]:
    """Exclusions of what does not exist, or is in the table."""
    known = {spelling for line in table.lines.values() for spelling in line.spellings}
    public = set(public_names())
    bare = {name.rpartition(".")[2] for name in public - known}
    return [name for name in excluded() if name not in (public - known if "." in name else bare)]


# ------------------------------------------------------------------------------------------------ command line
def text_of(header: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in [header, *cells])


def show(table: Table) -> None:
    for line in table.lines.values():
        print(" | ".join(line.cells()))
    print(*table.problems, sep="\n")


def compare(path: Path, text: str) -> list[str]:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    return list(difflib.unified_diff(old.splitlines(), text.splitlines(), f"{path.name} (repository)", f"{path.name} (probed)", "", "", 0, ""))


def main() -> int:
    parser = argparse.ArgumentParser(description="Probe what PyTorch's operations save, and write or check the tables.")
    parser.add_argument("--write", action="store_true", help="write the tables")
    parser.add_argument("--check", action="store_true", help="exit with 1 where the tables in the repository disagree")
    parser.add_argument("--only", action="append", default=[], help="print what the samples of this operation show")
    options = parser.parse_args()
    samples = read_samples()
    if options.only:
        show(Table([sample for sample in samples if sample.name in options.only]))
        return 0
    table = Table(samples)
    modules, module_problems = module_rows({name: line.cells() for name, line in table.lines.items()})
    operations = [line.cells() for line in table.lines.values()]
    texts = {TABLES / "operations.tsv": text_of(HEADER, operations), TABLES / "modules.tsv": text_of(MODULE_HEADER, modules)}
    differences = [line for path, text in texts.items() for line in compare(path, text)]
    if options.write:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    failures = report(table, modules, module_problems, differences)
    return 1 if options.check and failures else 0


def report(table: Table, modules: Sequence[Sequence[str]], module_problems: Sequence[str], differences: Sequence[str]) -> int:
    """Print the counts; returns how many things are wrong."""
    missing = [line.sample for line in table.lines.values() if line.sample.unprobed]
    names = list(public_names())
    sections = {
        "differences from the tables in the repository": list(differences),
        "problems": [*table.problems, *module_problems],
        "not covered": uncovered(table),
        "exclusions without need": stale(table),
    }
    print(f"torch {torch.__version__}")
    print(f"operations: {len(table.lines)} lines from {table.samples} samples; probed {len(table.lines) - len(missing)}")
    print(f"modules: {len(modules)}")
    print(f"not probed: {len(missing)}")
    for sample in missing:
        print(f"  {sample.label}: {sample.unprobed}")
    print(f"coverage: {len(names) - len(sections['not covered'])} of {len(names)} public names are in the table or excluded with a reason")
    for title, entries in sections.items():
        print(f"{title}: {len(entries)}")
        for entry in entries:
            print(f"  {entry}")
    return sum(len(entries) for entries in sections.values())


if __name__ == "__main__":
    sys.exit(main())
