"""Write every generated file: pages of rules and errors with their pictures, their indexes, references of settings and events, the settings
schema, completions of rules.

usage: python3 scripts/generate.py           write the files
       python3 scripts/generate.py --check   exit with status 1 if a file is not current

Needs graphlint installed from the working tree.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

from generators import (  # noqa: E402
    completed_rules,
    error_pages,
    event_reference,
    golden_pictures,
    presumptions_page,
    rule_pages,
    rule_pictures,
    rules_index,
    settings_reference,
)
from generators.stored_results import stored_results  # noqa: E402


def main() -> int:
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    generators = (
        rules_index,
        rule_pages,
        rule_pictures,
        golden_pictures,
        error_pages,
        settings_reference,
        event_reference,
        completed_rules,
        presumptions_page,
    )
    with stored_results(ROOT):
        texts = {ROOT / name: text for generator in generators for name, text in generator.texts(ROOT).items()}
    stale = [path for path in sorted(texts) if not path.exists() or path.read_text(encoding="utf-8") != texts[path]]
    # Pages of rules and errors that no longer exist, and pictures of programs that are not chosen anymore.
    pages = (path for folder in (rule_pages.FOLDER, error_pages.FOLDER) for path in (ROOT / folder).glob("*.md"))
    pictures = (path for folder in (rule_pictures.FOLDER, golden_pictures.FOLDER) for path in (ROOT / folder).rglob("*.svg"))
    found = {*pages, *pictures}
    extra = sorted(found - texts.keys())
    if arguments:
        for path in stale + extra:
            print(f"{path.relative_to(ROOT)} is not current: run scripts/generate.py", file=sys.stderr)
        return 1 if stale or extra else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(texts[path], encoding="utf-8")
    for path in extra:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
