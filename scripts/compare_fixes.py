"""Record the fixes of all findings in a folder, apply each one alone, and compare two records.

usage: python scripts/compare_fixes.py write RECORD [FOLDER]    (default: tests/programs)
       python scripts/compare_fixes.py compare OLD NEW

Each Python file and notebook is analyzed by itself, with all rules. A fix is applied to the text, which is encoded as the file is, and
taken back: the bytes must be those of the file again. The changed text must compile if the original does, and a second analysis of it
must find one finding of the rule less and no more of any other. A record has the texts that fixes make by their digests, so that two
checkouts can be compared.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphlint.check.analyze import analyze
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.fixes.prove import Prover
from graphlint.rule.base import Finding, Rule
from graphlint.rule.fix import Fix
from graphlint.rule.registry import discover
from graphlint.source.open import read_source
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, apply_edits

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    match sys.argv[1:]:
        case ["write", target, *folders]:
            record = dict(recorded(Path(folders[0]) if folders else ROOT / "tests" / "programs"))
            Path(target).write_text(json.dumps(record, indent=1), encoding="utf-8")
            wrong = [f"{key}: {fix['message']}: {fix['problem']}" for key, fixes in record.items() for fix in fixes if fix["problem"]]
            print("\n".join([*wrong, summary(record)]))
            return 1 if wrong else 0
        case ["compare", old, new]:
            before, after = (json.loads(Path(path).read_text(encoding="utf-8")) for path in (old, new))
            print("\n".join(differences(before, after)))
            print(f"before: {summary(before)}\nafter:  {summary(after)}")
            return 0
    print(__doc__)
    return 2


def recorded(folder: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield each finding below a folder with its fixes."""
    rules = tuple(rule() for rule in discover().rules)
    for path in sorted(each for each in folder.rglob("*") if each.suffix in (".py", ".ipynb") and each.is_file()):
        name, data = path.relative_to(folder).as_posix(), path.read_bytes()
        try:
            source = read_source(name, data)
            findings = analyze(source, rules).findings
        except (GraphlintError, SyntaxProblem):
            continue
        by_code = {rule.code: rule for rule in rules}
        prover = Prover(source, findings, by_code, lambda changed: analyze(changed, rules, for_proof=True).proof())
        for finding in findings:
            key = f"{name}:{finding.site.line}:{finding.site.column}:{finding.code}"
            yield key, [described(source, data, fix, finding, Checked(findings, rules)) for fix in prover.fixes(finding)]


@dataclass
class Checked:
    """The findings of a text, and the rules that found them."""

    findings: Sequence[Finding]
    rules: Sequence[Rule]

    def problem(self, changed: Source, fix: Fix, finding: Finding) -> str:
        """Return how the findings of a changed text contradict the fix; an empty string if they do not."""
        before, after = Counter(each.code for each in self.findings), Counter(each.code for each in analyze(changed, self.rules).findings)
        if after[finding.code] >= before[finding.code] and not fix.uncovers:
            return "a second check has the finding again"
        more = sorted(code for code, count in after.items() if count > before[code])
        return f"a second check has more findings: {', '.join(more)}" if more and not fix.uncovers else ""


def described(source: Source, data: bytes, fix: Fix, finding: Finding, checked: Checked) -> dict[str, Any]:
    """Return what is recorded of a fix."""
    edits = source.applicable_edits(fix.edits) or ()
    changed = source.edited(edits)
    wrong = problem(source, changed, data, edits) or (
        "" if compiles(changed) or not compiles(source) else "the changed text does not compile"
    )
    return {
        "message": fix.message,
        "applicability": fix.applicability.value,
        "text": hashlib.sha256(changed.text.encode()).hexdigest()[:16],
        "size": sum(len(edit.text) + edit.end - edit.start for edit in edits),
        "problem": wrong or checked.problem(changed, fix, finding),
    }


def compiles(source: Source) -> bool:
    """Return True if the running Python compiles a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source.text, source.path, "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def problem(source: Source, changed: Source, data: bytes, edits: tuple[Edit, ...]) -> str:
    """Return what a fix changes besides its edits; an empty string if nothing."""
    inverse: list[Edit] = []
    shift = 0
    for edit in edits:
        start = edit.start + shift
        inverse.append(Edit(start, start + len(edit.text), source.text[edit.start : edit.end]))
        shift += len(edit.text) - (edit.end - edit.start)
    if apply_edits(changed.text, inverse) != source.text:
        return "the edits cannot be taken back"
    written = changed.encoded(data)
    if source.edited(()).encoded(data) != data:
        return "the file is written otherwise without an edit"
    return "" if changed.edited(inverse).encoded(written) == data else "the bytes differ outside of the edits"


def summary(record: dict[str, list[dict[str, Any]]]) -> str:
    """Return the counts of a record."""
    fixes = [fix for each in record.values() for fix in each]
    wrong = sum(bool(fix["problem"]) for fix in fixes)
    return f"{sum(map(bool, record.values()))} of {len(record)} findings have fixes; {len(fixes)} fixes, {wrong} of them wrong"


def differences(before: dict[str, list[dict[str, Any]]], after: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    """Yield the findings with other fixes than before."""
    kinds: Counter[str] = Counter()
    for key in sorted(before.keys() | after.keys()):
        one, two = before.get(key), after.get(key)
        if one is None or two is None:
            yield f"{key}: only {'after' if one is None else 'before'}"
            continue
        texts = {each["text"] for each in one}, {each["text"] for each in two}
        if texts[0] == texts[1]:
            continue
        kind = "lost" if one and not two else "gained" if two and not one else "differs"
        kinds[kind] += 1
        gone = [each["message"] for each in one if each["text"] not in texts[1]]
        come = [each["message"] for each in two if each["text"] not in texts[0]]
        yield f"{key}: {kind}: {gone} -> {come}"
    yield f"findings with other fixes: {dict(kinds) or 'none'}"


if __name__ == "__main__":
    sys.exit(main())
