"""User-facing text, docstrings and comments use the terms of PyTorch and program analysis, in plain technical English."""

from __future__ import annotations

import ast
import importlib
import io
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphlint.cli.commands import COMMANDS
from graphlint.config.table import EXTEND, SETTINGS
from graphlint.libraries.vocabulary import MEANINGS
from graphlint.rule.docs import page_of
from graphlint.rule.registry import discover

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "graphlint"

WORDS = {
    r"\bwalk(s|ed|ing)?\b": "backpropagate through, use, visit, traverse",
    r"\b(hang|hangs|hanging|hung) on\b": "depend on, be part of the graph of",
    r"\bat hand\b": "available, resolved",
    r"\b(nobody|somebody|whoever)\b": "name the code or the person",
    r"\banew\b": "again, new",
    r"\bbehind\b": "after",
    r"\b(is|are|was|were|be|been|being) (told|heard)\b": "is reported, is passed, receives",
    r"\b(tells|tell) of\b": "reports, describes",
    r"\bas far as one (can tell|sees|knows)\b": "state the condition",
    r"(?<!there )\b(is|are) no\b(?! longer| more than| less than| matter)": "is not a",
    r"\b(in|out of) sight\b": "resolved, unresolved",
    r"\bunseen\b": "unresolved, external",
    r"\b(judge|judges|judged|judging|judgement|verdict|verdicts)\b": "evaluate, result",
    r"\bgrave\b": "severity",
    r"\bturns? of (a|the) loop\b": "iteration",
    r"\b(cannot|could not) be had\b": "cannot be used, is not available",
    r"\bwrites? down\b": "records",
    r"\bveil(s|ed)\b": "makes unknown, widens",
    r"\blife of (a|the|each) graph\b": "graph lifetime",
    r"\bfor all that is known\b": "possibly",
    r"\bnot looked into\b": "not analyzed",
    r"\bunder way\b": "in progress, current",
    r"\bkept apart\b": "not joined",
    r"\b(each|every|another|later|one) turns?\b": "iteration",
    r"\bhand(s|ed)? (on|out)\b": "returns, passes, yields",
    r"\bfor want of\b": "without, because there is no",
    r"\bTest whether\b": "Return True if",
    r"\bSo many\b": "The maximum number of",
}
FORBIDDEN = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in WORDS.items()]
FIRST_WORDS = re.compile(r"(What|Whether|Where|Which|Who|Whose|How)\b")
GENERATED = re.compile(r"<!-- Generated .*<!-- End of the generated part. -->", re.DOTALL)
LONGEST_LINE = 140
# Code in Markdown is not prose: fenced and indented blocks, and inline code.
CODE = re.compile(r"^```.*?^```$|^(?: {4}|\t).*$|`[^`\n]+`", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Violation:
    """One passage and the words to use instead."""

    place: str
    passage: str
    instead: str

    def __str__(self) -> str:
        return f"{self.place}: {self.passage!r}: {self.instead}"


def violations(place: str, text: str) -> Iterator[Violation]:
    """Words in a text that the project does not use."""
    prose = CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    for pattern, instead in FORBIDDEN:
        for match in pattern.finditer(re.sub(r"\s+", " ", prose)):
            yield Violation(place, match[0], instead)


def of_docstrings(paths: list[Path]) -> Iterator[Violation]:
    """Violations in docstrings: the words, and the first word."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            text = ast.get_docstring(node)
            if text is None:
                continue
            place = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
            if first := FIRST_WORDS.match(text):
                yield Violation(place, first[0], "begin with a verb or a noun")
            yield from violations(place, re.sub(r"^ +", "", text, flags=re.MULTILINE))


def of_attribute_docstrings(paths: list[Path]) -> Iterator[Violation]:
    """Violations in the strings that document constants and fields."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Module | ast.ClassDef):
                continue
            for statement in node.body[1:]:
                value = statement.value if isinstance(statement, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield from violations(f"{path.relative_to(ROOT)}:{statement.lineno}", value.value)


def of_comments(paths: list[Path]) -> Iterator[Violation]:
    """Violations in comments; the lines of one comment are read together."""
    for path in paths:
        comments: list[tuple[int, list[str]]] = []
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            if token.type == tokenize.COMMENT:
                text = token.string.lstrip("# ")
                if comments and comments[-1][0] + len(comments[-1][1]) == token.start[0]:
                    comments[-1][1].append(text)
                else:
                    comments.append((token.start[0], [text]))
        for line, texts in comments:
            yield from violations(f"{path.relative_to(ROOT)}:{line}", "\n".join(texts))


def of_messages() -> Iterator[Violation]:
    """Violations in the strings of the rules: messages, notes, help and fix titles."""
    for path in sorted((ROOT / "rules").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and id(node) not in docstrings:
                yield from violations(f"rules/{path.name}:{node.lineno}", node.value)


def of_settings() -> Iterator[Violation]:
    """Violations in the descriptions of the settings and of the effects."""
    for option in (EXTEND, *SETTINGS):
        yield from violations(f"setting {option.name}", f"{option.text} {option.kind.words}")
    for effect, meaning in MEANINGS.items():
        yield from violations(f"effect {effect.value}", meaning)


def of_help() -> Iterator[Violation]:
    """Violations in the help texts of the commands."""
    for name, module in COMMANDS.items():
        yield from violations(
            f"graphlint {name} --help", re.sub(r"^ +", "", importlib.import_module(module).parser().format_help(), flags=re.M)
        )


def of_pages() -> Iterator[Violation]:
    """Violations in the rule pages."""
    for rule in discover().rules:
        page = page_of(rule)
        for text in (page.summary, page.introduction, *(section.text for section in page.sections)):
            yield from violations(rule.code, text)


def of_documents() -> Iterator[Violation]:
    """Violations in the documents, without what is generated from the table of settings."""
    names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    paths = [
        *(ROOT / name for name in names),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
        ROOT / "rules" / "README.md",
    ]
    for path in paths:
        text = GENERATED.sub("", path.read_text(encoding="utf-8"))
        yield from violations(str(path.relative_to(ROOT)), text)


def of_extension() -> Iterator[Violation]:
    """Violations in the manifest and the documents of the extension."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from texts(item)

    extension = ROOT / "vscode-extension"
    for text in texts(json.loads((extension / "package.json").read_text(encoding="utf-8"))):
        yield from violations("vscode-extension/package.json", text)
    for name in ("README.md", "CHANGELOG.md"):
        yield from violations(f"vscode-extension/{name}", (extension / name).read_text(encoding="utf-8"))


def of_package(name: str) -> Iterator[Violation]:
    """Violations in the docstrings and comments of a package, or of the modules at the top."""
    if name in FOLDERS:
        paths = sorted((ROOT / name).rglob("*.py"))
    else:
        paths = sorted(PACKAGE.glob("*.py") if name == "top" else (PACKAGE / name).rglob("*.py"))
    yield from of_docstrings(paths)
    yield from of_attribute_docstrings(paths)
    yield from of_comments(paths)


FOLDERS = ("rules", "runtime_shim", "scripts", "tests/programs", "tests/projects", "tests/library_programs")
PACKAGES = ("top", *FOLDERS, *sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()))
TEXTS = {
    "messages": of_messages,
    "settings": of_settings,
    "help": of_help,
    "pages": of_pages,
    "documents": of_documents,
    "extension": of_extension,
}


def found_in(scope: str) -> list[str]:
    """Violations in one scope."""
    return [str(violation) for violation in (TEXTS[scope]() if scope in TEXTS else of_package(scope))]


def strings_of_messages() -> Iterator[tuple[str, str]]:
    """The strings of the package that may be printed, each with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and id(node) not in documentation:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def test_prose_has_no_long_lines() -> None:
    """A change of a word is then a change of a line or two; tables, code, definitions of links and generated pages are as they are."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "internal").glob("*.md")]
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    written_by_hand = {page.name: GENERATED.sub("", text) for page, text in texts.items() if "\nWritten by `" not in text}
    assert [
        (name, line)
        for name, text in written_by_hand.items()
        for line in text.splitlines()
        if len(line) > LONGEST_LINE and not line.startswith(("|", "    ", "[", "!["))
    ] == []


def test_a_directory_has_one_name() -> None:
    """The command and its documents say directory, as shells do; a workspace folder is a term of editors."""
    documents = [
        (path.name, CODE.sub("", path.read_text(encoding="utf-8"))) for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    ]
    helps = [(name, importlib.import_module(module).parser().format_help()) for name, module in COMMANDS.items()]
    texts = [*documents, *helps, *strings_of_messages()]
    assert [place for place, text in texts if re.search(r"(?<!workspace )\bfolders?\b", re.sub(r"\s+", " ", text), re.IGNORECASE)] == []


@pytest.mark.parametrize("scope", [*TEXTS, *PACKAGES])
def test_text_uses_the_terms_of_the_field(scope: str) -> None:
    """Users search for PyTorch's words, and contributors for those of program analysis."""
    assert found_in(scope) == []


@pytest.mark.parametrize(
    "text",
    [
        "this backward walks a graph",
        "the result hangs on its arguments",
        "a call whose source is not at\nhand",
        "nobody sees it",
        "built anew",
        "moved behind the step",
        "the user is told",
        "this is no tensor",
        "backpropagated by nothing in sight",
    ],
)
def test_a_forbidden_word_is_found(text: str) -> None:
    assert list(violations("here", text))


@pytest.mark.parametrize(
    "text",
    [
        "there is no file",
        "it is no longer used",
        "`loss.walk()` is a name",
        "```python\nwalk = 1\n```",
        "    walks()",
        "on the other hand",
        "hangs",
    ],
)
def test_plain_text_is_accepted(text: str) -> None:
    assert not list(violations("here", text))


def test_the_first_word_of_a_docstring_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text('"""Tools."""\n\n\ndef f():\n    """Whether it is."""\n\n\ndef g():\n    """Whatever."""\n', encoding="utf-8")
    assert [violation.passage for violation in of_docstrings([path])] == ["Whether"]


def test_comments_and_attribute_docstrings_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(
        '"""Tools."""\n\nLIMIT = 1\n"""As nobody sees."""\n# a call that is not at\n# hand\nlimit = 2  # anew\n', encoding="utf-8"
    )
    assert [violation.passage for violation in of_attribute_docstrings([path])] == ["nobody"]
    assert [violation.passage for violation in of_comments([path])] == ["at hand", "anew"]
