"""Ask real PyTorch what each operation saves for its gradient, and write graphlint's tables of operations, or check them.

    python scripts/probe_operations.py            probe, print the counts and where the tables in the repository disagree
    python scripts/probe_operations.py --check    the same, and exit with 1 where they disagree
    python scripts/probe_operations.py --write    probe, and write graphlint/autograd/operations.tsv and modules.tsv
    python scripts/probe_operations.py --only mul --only conv2d      only the samples of these, and print their lines

Nothing comes from documentation: every line is the result of running the samples (operation_samples.txt, module_samples.txt). To update the
tables for a later PyTorch, run with --write under it; names that are new there are listed as not covered and need a sample, or a reason in
operation_exclusions.txt.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from module_probe import MODULE_HEADER, module_rows
from operation_probe import torch
from operation_samples import HERE, SPACES, read_samples, rows
from operation_table import HEADER, Table

TABLES = HERE.parent / "graphlint" / "autograd"
# The tensor's attributes that are operations, or are left out with a reason.
ATTRIBUTES = ("T", "H", "mT", "mH", "real", "imag", "data", "grad")


def public_names() -> Iterator[str]:
    """Return every public callable of the namespaces, and the tensor attributes that are operations."""
    for space, module in SPACES.items():
        for name in dir(module):
            value = getattr(module, name, None)
            if not name.startswith("_") and callable(value) and not isinstance(value, type):
                yield f"{space}.{name}"
    yield from (f"torch.Tensor.{name}" for name in ATTRIBUTES)


def excluded() -> dict[str, str]:
    """Return the excluded names with the reason; bare names apply to every namespace."""
    return {name: reason for reason, names in rows(HERE / "operation_exclusions.txt", 2) for name in names.split()}


def uncovered(table: Table) -> list[str]:
    known = {spelling for line in table.lines.values() for spelling in line.spellings}
    reasons = excluded()
    return [name for name in public_names() if name not in known and name not in reasons and name.rpartition(".")[2] not in reasons]


def stale(table: Table) -> list[str]:
    """Return exclusions of names that do not exist or are in the table."""
    known = {spelling for line in table.lines.values() for spelling in line.spellings}
    public = set(public_names())
    bare = {name.rpartition(".")[2] for name in public - known}
    return [name for name in excluded() if name not in (public - known if "." in name else bare)]


def text_of(header: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in [header, *cells])


def lines_of(path: Path) -> dict[str, str]:
    """Return the lines of a table by name; none if the file does not exist."""
    if not path.exists():
        return {}
    return {line.partition("\t")[0]: line for line in path.read_text(encoding="utf-8").splitlines()[1:]}


def differences(path: Path, cells: Sequence[Sequence[str]], whole: bool) -> list[str]:
    """Return the differences between a table in the repository and the probe results; `whole` if the table must not have more lines."""
    old, new = lines_of(path), {row[0]: "\t".join(row) for row in cells}
    changed = [name for name in new if old.get(name) != new[name]]
    found = [f"{path.name}: {name}: {shown(old.get(name))} in the repository, {shown(new[name])} probed" for name in changed]
    return found + [f"{path.name}: {name}: in the repository, not probed" for name in old if whole and name not in new]


def shown(line: str | None) -> str:
    return "not" if line is None else repr(" | ".join(line.split("\t")[1:]))


def main() -> int:
    """Probe, write or compare, and report."""
    parser = argparse.ArgumentParser(description="Probe what PyTorch's operations save, and write or check the tables.")
    parser.add_argument("--write", action="store_true", help="write the tables")
    parser.add_argument("--check", action="store_true", help="exit with 1 where anything is wrong")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only the samples of this operation, with their lines")
    parser.add_argument("--tables", type=Path, default=TABLES, metavar="FOLDER", help="where the tables are (default: the repository's)")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # the samples use what is deprecated, too
    torch.set_num_threads(1)
    table = Table([sample for sample in read_samples() if not options.only or sample.name in options.only])
    cells = [line.cells(table.lines) for line in table.lines.values()]
    failures = {"problems": table.problems}
    if options.only:
        for row in cells:
            print(" | ".join(row))
    else:
        modules, problems = module_rows({row[0]: row for row in cells})
        failures["problems"] += problems
        failures["not covered"] = uncovered(table)
        failures["exclusions without need"] = stale(table)
        if options.write:
            (options.tables / "operations.tsv").write_text(text_of(HEADER, cells), encoding="utf-8")
            (options.tables / "modules.tsv").write_text(text_of(MODULE_HEADER, modules), encoding="utf-8")
        failures["differences from the tables"] = differences(options.tables / "modules.tsv", modules, whole=True)
        report(table, modules)
    failures["differences from the tables"] = [
        *failures.get("differences from the tables", []),
        *differences(options.tables / "operations.tsv", cells, whole=not options.only),
    ]
    for title, entries in failures.items():
        print(f"{title}: {len(entries)}", *(f"  {entry}" for entry in entries), sep="\n")
    return 1 if options.check and any(failures.values()) else 0


def report(table: Table, modules: Sequence[Sequence[str]]) -> None:
    """Print the counts."""
    missing = [line for line in table.lines.values() if line.sample.unprobed]
    names = list(public_names())
    print(f"torch {torch.__version__}")
    print(f"operations: {len(table.lines)} lines from {table.samples} samples; probed {len(table.lines) - len(missing)}")
    print(f"modules: {len(modules)}")
    print(f"coverage: {len(names) - len(uncovered(table))} of {len(names)} public names are in the table or excluded with a reason")
    print(f"not probed: {len(missing)}")
    for line in missing:
        print(f"  {line.sample.label}: {line.sample.unprobed}")


if __name__ == "__main__":
    sys.exit(main())
