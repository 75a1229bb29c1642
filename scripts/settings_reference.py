"""Write what is said of the settings elsewhere: the schema for editors, graphlint/graphlint.schema.json, and the reference in
docs/configuration.md, both from the table of settings and the rules. Needs graphlint installed from the working tree.

usage: python3 scripts/settings_reference.py           write them
       python3 scripts/settings_reference.py --check   say whether they are current (exit status 1 if not)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphlint.autograd.assumptions import MEANINGS
from graphlint.config.settings import ALL
from graphlint.config.table import EXTEND, OPTIONS, Option
from graphlint.config.value_types import SELECTOR
from graphlint.rule.base import Rule
from graphlint.rule.docs import page_of
from graphlint.rule.registry import discover

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "graphlint" / "graphlint.schema.json"
DOCUMENT = ROOT / "docs" / "configuration.md"
BEGIN = "<!-- Written by scripts/settings_reference.py from the table of settings. Change that, and run it again. -->\n"
END = "<!-- Up to here. -->\n"


def main() -> int:
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    texts = {SCHEMA: json.dumps(schema(), indent=2) + "\n", DOCUMENT: document(DOCUMENT.read_text(encoding="utf-8"))}
    status = 0
    for path, text in texts.items():
        if not arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is not current: run scripts/settings_reference.py", file=sys.stderr)
            status = 1
    return status


def schema() -> dict[str, Any]:
    """The JSON schema of a graphlint.toml, and of the table of that name in a pyproject.toml."""
    options = sorted((EXTEND, *OPTIONS), key=lambda option: option.name)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "graphlint",
        "description": "Settings of graphlint: graphlint.toml, .graphlint.toml, or [tool.graphlint] in pyproject.toml. Rules that other "
        "distributions add are not in this schema.",
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: prop(option) for option in options},
        "$defs": {SELECTOR: {"description": "A rule's code or name, or a prefix of codes.", "enum": selectors()}},
    }


def prop(option: Option) -> dict[str, Any]:
    """One setting in the schema."""
    told = {"description": option.text, **option.kind.schema}
    return told if option.default is None else {**told, "default": option.default}


def selectors() -> list[str]:
    """All that names rules: codes, their prefixes, names, and the word for all of them."""
    codes = {rule.code for rule in own_rules()}
    prefixes = {code[:length] for code in codes for length in range(2, len(code))}
    return [ALL, *sorted(codes | prefixes), *sorted(rule.name for rule in own_rules())]


def own_rules() -> list[type[Rule]]:
    """The rules of this distribution: what entry points of others add on this machine is none of it."""
    return [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]


def document(text: str) -> str:
    """The documentation with its reference written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, behind = rest.partition(END)
    return f"{before}{BEGIN}{''.join(reference())}{END}{behind}"


def reference() -> Iterator[str]:
    """What there is to say of each setting."""
    for option in (EXTEND, *OPTIONS):
        default = "not set" if option.default is None else f"`{json.dumps(option.default)}`"
        asked = "" if option is EXTEND or option.file else " Asked for once, in the current folder."
        yield f"\n### {option.name}\n\n{option.text}\n\nTakes {option.kind.words}. By default {default}.{asked}\n\n"
        yield f"```toml\n{option.example}\n```\n"
        if option.name == "effects":
            yield "\n| effect | what a call does |\n| --- | --- |\n"
            yield from (f"| `{effect.value}` | {meaning} |\n" for effect, meaning in MEANINGS.items())
        if option.name == "select":
            yield f"\nThere are {len(own_rules())} rules, in [rules/README.md](../rules/README.md); for example "
            first = own_rules()[2]
            yield f"`{first.code}`, `{first.name}`: {page_of(first).summary.removeprefix('Flags ')}\n"
    yield "\n"


if __name__ == "__main__":
    sys.exit(main())
