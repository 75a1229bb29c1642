"""What holds for all rules alike: their names, their pages, the programs on these, and the messages of their findings."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from marked_programs import counts
from support import Run

from graphlint.check.check_config import CheckConfig
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.evaluate import check_bytes
from graphlint.rule import causes, shared_causes
from graphlint.rule.base import Rule
from graphlint.rule.docs import EXAMPLE, NOT_REPORTED, SECTIONS, USE_INSTEAD, page_of
from graphlint.rule.hints import Hint
from graphlint.rule.registry import discover

HERE = Path(__file__).parent
ROOT = HERE.parent
MARK = re.compile(r"# (GL\d{3})$", re.MULTILINE)
PRIVATE_TERMS = ("unresolved", "presumed", "grad mode", "leaf", "saved tensor", "path", "root", "receiver", "havoc")
QUOTED = re.compile(r'"([^"]+)"')

# The contract: a code, name, severity or default does not change once it is shipped.
CATALOGUE: dict[str, dict[str, Any]] = json.loads((HERE / "rule_catalogue.json").read_text(encoding="utf-8"))

RULES = [rule for rule in discover().rules if rule.__module__.startswith("graphlint.")]
# The runner itself reports the others.
OF_EVENTS = [rule for rule in RULES if rule.code not in ("GL000", "GL001")]
RAISING = [rule for rule in OF_EVENTS if rule.code.startswith("GL1")]


def per_rule(rules: list[type[Rule]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rule", rules, ids=lambda rule: rule.code)


def programs(rule: type[Rule], title: str) -> list[str]:
    """The programs in a section of a page."""
    return [program for section in page_of(rule).sections if section.title == title for program in section.programs]


def findings_in(rule: type[Rule], program: str) -> list[Diagnostic]:
    """What the rules that are on by default, and this one, find in a program."""
    chosen = tuple(other() for other in RULES if other.default or other is rule)
    result = check_bytes("example.py", program.encode(), CheckConfig(chosen))
    assert result.failure is None
    return list(result.diagnostics)


def findings(rule: type[Rule], title: str) -> list[Diagnostic]:
    """What these rules find in the programs on the page."""
    return [found for program in programs(rule, title) for found in findings_in(rule, program)]


def marks(program: str) -> list[tuple[int, str]]:
    """The rows that a program says are found, and by which rule."""
    return [(row, code) for row, line in enumerate(program.splitlines(), 1) for code in MARK.findall(line)]


def test_every_rule_of_the_catalogue_is_found_and_no_other() -> None:
    """A module that is left out of the package, or a rule that nobody agreed upon, would go unnoticed otherwise."""
    assert {rule.code for rule in RULES} == CATALOGUE.keys()


@per_rule(RULES)
def test_code_name_and_severity_are_those_of_the_catalogue(rule: type[Rule]) -> None:
    """Suppressions and settings name them: once shipped they do not change."""
    assert {"name": rule.name, "severity": rule.severity.value, "default": rule.default} == CATALOGUE[rule.code]


@per_rule(OF_EVENTS)
def test_a_rule_lives_in_the_file_of_its_code_and_name(rule: type[Rule]) -> None:
    """So that its page is where one looks for it, and its class is called as the rule is."""
    assert rule.__module__ == f"graphlint.rules.{rule.code.lower()}_{rule.name.replace('-', '_')}"
    assert rule.__name__ == "".join(word.capitalize() for word in rule.name.split("-"))


def test_names_are_unique_and_read_behind_allow() -> None:
    """`allow stored-graph` says what is let pass; a name that denies or commands (`allow no-...`) would say the contrary."""
    names = [rule["name"] for rule in CATALOGUE.values()]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name), name
        # "no-grad" and "no-sync" are PyTorch's names.
        assert name.startswith(("no-grad-", "no-sync-")) or name.split("-")[0] not in {
            "no",
            "not",
            "never",
            "use",
            "avoid",
            "prefer",
            "disallow",
        }, name


def test_codes_that_are_given_way_to_exist() -> None:
    """A code that is mistyped there would let one cause be reported twice."""
    assert {code for rule in RULES for code in rule.yields_to} <= CATALOGUE.keys()


def test_each_cause_is_named_by_two_rules() -> None:
    """A cause that one rule alone names, itself or by a shared function, decides no precedence."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "rules").glob("gl*.py")]
    functions = {name: inspect.getsource(item) for name, item in inspect.getmembers(shared_causes, inspect.isfunction)}
    texts = [f"{text}{''.join(body for name, body in functions.items() if f'{name}(' in text)}" for text in texts]
    named = {name: sum(f"{name}(" in text or f"map({name}," in text for text in texts) for name in vars(causes)}
    once = {name for name, item in vars(causes).items() if isinstance(item, type) and issubclass(item, causes.Cause) and named[name] < 2}
    assert once == {"Cause"}


def test_each_hint_is_passed_and_read() -> None:
    """A place that no fix reads is dead weight in every finding."""
    pages = [*(ROOT / "rules").glob("gl*.py"), *(ROOT / "graphlint" / "fixes" / "strategies").glob("*.py")]
    named = Counter(name for path in pages for name in re.findall(r"\bHint\.(\w+)", path.read_text(encoding="utf-8")))
    assert {role.name for role in Hint if named[role.name] < 2} == set()


@per_rule(RULES)
def test_a_page_has_its_sections_in_order(rule: type[Rule]) -> None:
    """Whoever has read one page finds his way on all."""
    page = page_of(rule)
    assert tuple(section.title for section in page.sections) == SECTIONS
    assert page.introduction == ""
    assert all(section.text for section in page.sections)
    assert len((rule.__doc__ or "").splitlines()) <= 120


@per_rule(RULES)
def test_a_page_begins_with_one_sentence_on_what_is_flagged(rule: type[Rule]) -> None:
    """It stands in the index and in editors, where there is room for no more."""
    assert re.fullmatch(r"Flags [^\n]+[^.]\.", page_of(rule).summary)


@per_rule(OF_EVENTS)
def test_references_lead_to_pytorchs_documentation(rule: type[Rule]) -> None:
    """To pages of the stable version, by title."""
    (references,) = (section for section in page_of(rule).sections if section.title == "References")
    assert references.links
    assert len(references.links) == len(references.text.splitlines())
    for title, address in references.links:
        assert title.strip(), address
        assert re.fullmatch(r"https://pytorch\.org/docs/stable/[\w./]+\.html", address), address


@per_rule(RULES)
def test_each_program_section_is_one_whole_program(rule: type[Rule]) -> None:
    """It is to be copied and run as it is. A second example has its correction, too."""
    assert 1 <= len(programs(rule, EXAMPLE)) == len(programs(rule, USE_INSTEAD)) <= 2
    for section in page_of(rule).sections:
        assert not section.programs or section.title in (EXAMPLE, USE_INSTEAD)
        for program in section.programs:
            assert program.startswith("import torch\n")
            if (rule.code, section.title) != ("GL000", EXAMPLE):
                compile(program, rule.code, "exec")


@per_rule(RULES)
def test_the_example_is_flagged_on_the_marked_line(rule: type[Rule]) -> None:
    """By this rule alone; grad mode that was left off is the one mistake whose effect is a finding of its own."""
    for program in programs(rule, EXAMPLE):
        expected = marks(program)
        assert {code for _, code in expected} == ({"GL306", "GL107"} if rule.code == "GL306" else {rule.code})
        assert [(found.place.start.row, found.code) for found in findings_in(rule, program)] == expected


@per_rule(RULES)
def test_what_to_use_instead_is_flagged_by_no_rule(rule: type[Rule]) -> None:
    """Advice that brings the next finding is none."""
    assert findings(rule, USE_INSTEAD) == []


@per_rule([rule for rule in RULES if rule.code in ("GL101", "GL301")])
def test_what_to_use_instead_is_what_the_fix_does(run: Run, project: Path, rule: type[Rule]) -> None:
    """Who applies the fix sees the page's advice."""
    for example, instead in zip(programs(rule, EXAMPLE), programs(rule, USE_INSTEAD), strict=True):
        (project / "example.py").write_text(MARK.sub("", example), encoding="utf-8")
        assert run("--fix", "--unsafe-fixes", "example.py").status == 0
        assert (project / "example.py").read_text(encoding="utf-8").split() == instead.split()


@per_rule(RULES)
def test_a_page_names_three_exceptions_that_concern_a_user(rule: type[Rule]) -> None:
    """Nobody decides by a list of eleven; the others are on a page for authors of rules."""
    bullets = re.split(r"^- ", page_of(rule).text(NOT_REPORTED), flags=re.MULTILINE)
    assert bullets[0] == ""
    assert 1 <= len(bullets) - 1 <= 3
    assert max(len(bullet.split()) for bullet in bullets) <= 35


@per_rule(RULES)
def test_terms_of_the_analysis_are_linked_where_they_are_first_used(rule: type[Rule]) -> None:
    """To the one page that explains them."""
    page = (ROOT / "docs" / "rules" / f"{rule.name}.md").read_text(encoding="utf-8")
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    text = re.sub(
        r"^```.*?^```$|^(?:#|\||<!--).*$|`[^`]*`|\"[^\"]*\"", "", page.partition("## References")[0], flags=re.DOTALL | re.MULTILINE
    )
    for term in PRIVATE_TERMS:
        assert re.search(rf"^### {term}$", glossary, re.MULTILINE), term
        pattern = term.replace("leaf", "(?:leaf|leaves)").replace(" ", r"\s+")
        used = re.search(rf"(\[)?\b{pattern}s?\b", text, re.IGNORECASE)
        if used:
            assert used[1], f"{term}: ...{text[max(used.start() - 40, 0) : used.end() + 20]}..."
            assert f"\n[{term}]: ../glossary.md#{term.replace(' ', '-')}\n" in page


def test_the_other_exceptions_are_those_of_rules() -> None:
    """A section whose rule is renamed or gone has no page that links it."""
    page = (ROOT / "docs" / "internal" / "not-reported.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (GL\d+) (.*)$", page, re.MULTILINE)
    names = {rule.code: rule.name for rule in RULES}
    assert sections == sorted((code, names[code]) for code, _ in sections)
    for code, name in sections:
        link = f"../internal/not-reported.md#{code.lower()}-{name}"
        assert link in (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")


@per_rule(RULES)
def test_a_finding_says_what_happens_and_what_to_do(rule: type[Rule]) -> None:
    """A reader who learns only that something is odd does not know whether to care."""
    for found in findings(rule, EXAMPLE):
        assert found.notes
        assert found.help


@per_rule(OF_EVENTS)
def test_related_places_come_in_the_order_in_which_they_happen(rule: type[Rule]) -> None:
    """The examples run from top to bottom, loops at most once more: what happens first stands above."""
    for found in findings(rule, EXAMPLE):
        # What raises later does so in the next iteration.
        places = [other.place.start for other in found.related][: -1 if rule.raises_later else None]
        assert places == sorted(places)
        assert all(other.message for other in found.related)


@per_rule(RAISING)
def test_what_raises_tells_where_it_began(rule: type[Rule]) -> None:
    """The line that raises is seldom the one to change."""
    for program in programs(rule, EXAMPLE):
        (found,) = findings_in(rule, program)
        assert found.related
        assert all(other.place.start <= found.place.start for other in found.related)


@per_rule(OF_EVENTS)
def test_every_rule_has_programs(rule: type[Rule]) -> None:
    """At least four that make the mistake and six that are put right by one edit: the others say where it is looked for in vain."""
    count = counts()[rule.code]
    assert count.bad >= 4
    assert count.good >= 6


# Runs each program of a JSON object from the standard input, and prints what it raised and what it was warned of.
RUNNER = """
import contextlib, io, json, sys, warnings
def outcome(program):
    with warnings.catch_warnings(record=True) as warned, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        try:
            exec(compile(program, "example.py", "exec"), {"__name__": "__main__"})
            raised, line = "", 0
        except Exception as error:
            raised, trace, line = f"{type(error).__name__}: {error}", error.__traceback__, 0
            while trace is not None:
                line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "example.py" else line
                trace = trace.tb_next
    import torch
    torch.set_grad_enabled(True)
    if torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
    return {"raised": raised, "line": line, "warned": [str(item.message) for item in warned]}
print(json.dumps({name: outcome(program) for name, program in json.load(sys.stdin).items()}))
"""


@pytest.fixture(scope="session")
def outcomes() -> dict[str, Any]:
    """What all programs of the pages do under real PyTorch."""
    every = {
        f"{rule.code} {title} {number}": program
        for rule in OF_EVENTS
        for title in (EXAMPLE, USE_INSTEAD)
        for number, program in enumerate(programs(rule, title))
    }
    done = subprocess.run([sys.executable, "-c", RUNNER], input=json.dumps(every), capture_output=True, text=True, check=False, cwd=HERE)
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.torch
@per_rule(OF_EVENTS)
def test_pytorch_does_with_the_example_what_the_page_says(rule: type[Rule], outcomes: dict[str, Any]) -> None:
    """A page that quotes an error has to quote the one that its example ends with, on the marked line; the others run to their end."""
    page = page_of(rule)
    by_code = {other.code: other for other in RULES}
    quoted = QUOTED.findall(words(page.text("Why is this bad?")))
    for number, program in enumerate(programs(rule, EXAMPLE)):
        outcome = outcomes[f"{rule.code} {EXAMPLE} {number}"]
        assert bool(outcome["raised"]) >= bool(rule.raises)
        if outcome["raised"]:
            assert quoted[0] in words(outcome["raised"])
            # The example of a rule without an error of its own may end with the error of another one.
            here = [by_code[code] for row, code in marks(program) if row == outcome["line"] or by_code[code].raises_later]
            assert any(re.search(other.raises or other.may_raise or "(?!)", outcome["raised"]) for other in here)
            for found in findings_in(rule, program):
                assert all(quote in words(outcome["raised"]) for quote in QUOTED.findall(" ".join(found.notes)))
        if rule.warns:
            assert any(quoted[0] in words(warning) and rule.warns in warning for warning in outcome["warned"])
        elif not outcome["raised"]:
            assert [warning for warning in outcome["warned"] if not rule.may_warn or rule.may_warn not in warning] == []


@pytest.mark.torch
@per_rule(OF_EVENTS)
def test_what_to_use_instead_runs(rule: type[Rule], outcomes: dict[str, Any]) -> None:
    """To its end and without a warning."""
    for number, _ in enumerate(programs(rule, USE_INSTEAD)):
        outcome = outcomes[f"{rule.code} {USE_INSTEAD} {number}"]
        assert (outcome["raised"], outcome["warned"]) == ("", [])


@pytest.fixture(scope="session")
def disagreements(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The disagreements of the marks on the pages with a run on PyTorch: growing graphs, unused graphs, steps without gradients."""
    home = tmp_path_factory.mktemp("pages")
    for name, program in _programs():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(MARK.sub(r"# ! \1", program), encoding="utf-8")
    command = [sys.executable, str(HERE / "marks_against_torch.py"), "--json", str(home)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    return {Path(path).relative_to(home.resolve()).as_posix(): said for path, said in json.loads(done.stdout).items()}


def _programs() -> Iterator[tuple[str, str]]:
    """The programs of the pages, named as those in tests/programs are."""
    for rule in OF_EVENTS:
        for title, ending in ((EXAMPLE, ""), (USE_INSTEAD, "_ok")):
            for number, program in enumerate(programs(rule, title), 1):
                yield f"{rule.code.lower()}/example_{number}{ending}.py", program


@pytest.mark.torch
@pytest.mark.parametrize("name", [name for name, _ in _programs()])
def test_what_is_kept_and_built_is_what_the_page_says(name: str, disagreements: dict[str, list[str]]) -> None:
    """Measured, for what does not raise."""
    assert disagreements[name] == []


@per_rule(OF_EVENTS)
def test_a_rule_that_refutes_findings_states_that_they_hold_in_all_runs(rule: type[Rule]) -> None:
    """Callbacks are executed if they may refute a finding of such a rule."""
    kinds = re.findall(r"EvidenceKind\.(\w+)", inspect.getsource(rule.evidence))
    assert ("REFUTED" in kinds) is rule.holds_in_all_runs
