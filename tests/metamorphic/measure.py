"""Count how many programs have equal findings after each rewriting.

python tests/metamorphic/measure.py                    the table over all programs of tests/programs, and each difference
python tests/metamorphic/measure.py --every 20         over each twentieth program
python tests/metamorphic/measure.py --only names       one rewriting
python tests/metamorphic/measure.py --write FOLDER     keep the rewritten programs that differ
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from marked_programs import PROGRAMS, exceptions, name_of

from metamorphic.comparison import Difference, Original, Places
from metamorphic.rewritings import REWRITINGS


@dataclass
class Row:
    """The result of one rewriting over several programs."""

    programs: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def equal(self) -> int:
        return self.programs - len(self.differences)

    @property
    def errors_gained(self) -> list[str]:
        """The programs in which the rewriting gained a finding of an error of PyTorch, on a line that had none."""
        return [item.program for item in self.differences if _errors(item.gained) - _errors(item.lost)]


def measured(paths: Iterable[Path], names: Sequence[str] = tuple(REWRITINGS)) -> Mapping[str, Row]:
    """Return the results of these rewritings over programs, without those that are known to be evaluated incorrectly."""
    wrong = exceptions("analysis")
    rows = {name: Row() for name in names}
    for path in paths:
        if name_of(path) in wrong:
            continue
        original = Original(path)
        for name, row in rows.items():
            difference = original.difference(REWRITINGS[name])
            if difference is not None:
                row.programs += 1
                if difference.lost or difference.gained:
                    row.differences.append(difference)
    return rows


def _errors(places: Places) -> set[int]:
    """Return the lines on which PyTorch raises."""
    return {line for code, line in places if code.startswith("GL1")}


def shown(places: Places) -> str:
    return " ".join(f"{code}:{line or '-'}" for code, line in sorted(places))


def show(rows: Mapping[str, Row], out: Path | None) -> None:
    for name, row in rows.items():
        for item in row.differences:
            print(f"{name}: {item.program}: lost {shown(item.lost) or '-'} gained {shown(item.gained) or '-'}")
            if out is not None:
                folder = out / name.replace(" ", "_") / Path(item.program).with_suffix("")
                folder.mkdir(parents=True, exist_ok=True)
                for file, text in item.files.items():
                    (folder / file).write_text(text, encoding="utf-8")
    print()
    for name, row in rows.items():
        percent = f"{100 * row.equal / row.programs:6.2f} %" if row.programs else "     -  "
        print(f"{name:34} {row.programs:5} programs {row.equal:5} equal {percent}   GL1 gained {len(row.errors_gained)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="take each n-th program (default: 1)")
    parser.add_argument("--start", type=int, default=0, help="begin with this program (default: 0)")
    parser.add_argument("--only", action="append", choices=sorted(REWRITINGS), help="only this rewriting; repeatable")
    parser.add_argument("--write", type=Path, help="write the rewritten programs that differ there")
    options = parser.parse_args()
    show(measured(PROGRAMS[options.start :: options.every], options.only or tuple(REWRITINGS)), options.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
