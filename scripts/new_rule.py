"""Begin a rule: its page with all sections, a bad and a good program, and its row in the catalogue.

usage: python3 scripts/new_rule.py CODE NAME SEVERITY     (GL509 step-missing warning)

docs/writing-a-rule.md says how to go on. Nothing that exists is overwritten.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEVERITIES = ("error", "warning", "info")
PAGE = '''\
"""{code} {name}."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.run import Run
from graphlint.rule.base import Finding, Rule, Severity


class {kind}(Rule):
    """Flags (the mistake, in one sentence).

    ## What it does
    Finds (the pattern, in PyTorch's words).

    ## Why is this bad?
    (What happens at run time. An error in its own words: "...".)

    ## Example
    ```python
    import torch

    ...  # {code}
    ```

    ## Use instead
    ```python
    import torch

    ...
    ```

    ## Fix safety
    (What a fix changes, or why there is none.)

    ## Not reported when
    - (A correct idiom that looks like it.)

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    """

    code = "{code}"
    name = "{name}"
    severity = Severity.{severity}
    no_fix = "(the reason, or remove this line and override `fixes`)"

    def check(self, run: Run) -> Iterator[Finding]:
        """Report (each place that has a finding)."""
        yield from ()
'''
BAD = '"""(Why this is a mistake.)"""\nimport torch\n\n...  # ! {code}\n'
GOOD = '"""(The correction, by one edit.)"""\nimport torch\n\n...\n'


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write the files; return the exit status."""
    if len(arguments) != 3:
        print(__doc__)
        return 2
    code, name, severity = arguments
    catalogue = root / "tests" / "rule_catalogue.json"
    rows = json.loads(catalogue.read_text(encoding="utf-8"))
    problem = _problem(code, name, severity, rows)
    if problem:
        print(f"new_rule: {problem}", file=sys.stderr)
        return 2
    kind = "".join(word.capitalize() for word in name.split("-"))
    programs = root / "tests" / "programs" / code.lower()
    texts = {
        root / "rules" / f"{code.lower()}_{name.replace('-', '_')}.py": PAGE.format(
            code=code, name=name, kind=kind, severity=severity.upper()
        ),
        programs / "example.py": BAD.format(code=code),
        programs / "example_ok.py": GOOD,
    }
    programs.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
        print(path.relative_to(root))
    rows[code] = {"name": name, "severity": severity, "default": True}
    catalogue.write_text(json.dumps(dict(sorted(rows.items())), indent=2) + "\n", encoding="utf-8")
    print(catalogue.relative_to(root))
    return 0


def _problem(code: str, name: str, severity: str, rows: dict[str, dict[str, object]]) -> str:
    """Return what is wrong with the arguments; an empty string if nothing is."""
    if not re.fullmatch(r"GL[1-9]\d\d", code):
        return f"{code!r} is no code such as GL509"
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        return f"{name!r} is no name of lowercase words and hyphens"
    if severity not in SEVERITIES:
        return f"{severity!r} is none of {', '.join(SEVERITIES)}"
    if code in rows:
        return f"{code} is {rows[code]['name']}: codes are never used again"
    if any(row["name"] == name for row in rows.values()):
        return f"{name} is a rule already"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
