"""The pictures of the rules' examples, docs/pictures/CODE.svg, for rules with a story, and the picture of the README's example."""

from __future__ import annotations

from pathlib import Path

from generators.rule_facts import own_rules
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.evaluate import check_bytes
from graphlint.check.pictured import Pictures
from graphlint.pictures.record import Life
from graphlint.pictures.svg import draw_svg
from graphlint.project.project import Project
from graphlint.rule.base import Rule
from graphlint.rule.docs import EXAMPLE, page_of
from graphlint.rule.story import Story
from graphlint.source.source import Source

FOLDER = "docs/pictures"
NAME = "example.py"
README_EXAMPLE, README_RULE = "examples/adversarial.py", "GL101"


def texts(root: Path) -> dict[str, str]:
    """The generated files by their paths from the root of the repository."""
    rules = [rule for rule in own_rules() if has_picture(rule)]
    pictures = {f"{FOLDER}/{rule.code.lower()}.svg": picture(NAME, page_of(rule).program(EXAMPLE), rule) for rule in rules}
    (shown,) = (rule for rule in rules if rule.code == README_RULE)
    return {
        **pictures,
        f"{FOLDER}/{Path(README_EXAMPLE).stem}.svg": picture(README_EXAMPLE, (root / README_EXAMPLE).read_text("utf-8"), shown),
    }


def has_picture(rule: type[Rule]) -> bool:
    """Return True if the page of a rule shows a picture."""
    return rule.story is not Story.PLACES


def picture_of(text: str, rule: type[Rule]) -> str:
    """Return the picture of the first finding of a rule in a program, empty if nothing is drawn."""
    life = _life(NAME, text, rule)
    return "" if life is None or not life.marks else draw_svg(life)


def picture(name: str, text: str, rule: type[Rule]) -> str:
    """Return the picture of the first finding of a rule in a program that has one."""
    life = _life(name, text, rule)
    assert life is not None, f"the example of {rule.code} in {name} has no picture"
    return draw_svg(life)


def _life(name: str, text: str, rule: type[Rule]) -> Life | None:
    program = text.encode()
    config = CheckConfig((rule(),), fix_mode=FixMode.NONE)
    found = check_bytes(name, program, config).diagnostics
    pictures = Pictures(config, Project((name,), (), {name: program}))
    return next(iter(pictures.lives(Source.from_bytes(name, program), found[:1])), None)
