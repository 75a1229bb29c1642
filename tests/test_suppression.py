"""Comments that silence findings: which they reach, which of them are not needed, and how they are written."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from marked_programs import sampled
from support import Run

HEAD = """\
import torch

w = torch.randn(3, requires_grad=True)
loss = w.sum() * w.sum()
loss.backward()
"""
# The second backward raises: GL101 on line 6, unless something is put before it.
BAD = "loss.backward()"


def found(run: Run, project: Path, text: str, *arguments: str) -> list[tuple[int, str]]:
    """Row and code of each finding in a file with this text."""
    (project / "a.py").write_text(text, encoding="utf-8")
    outcome = run("a.py", "--output-format", "json", *arguments)
    assert outcome.err == ""
    return [(item["location"]["row"], item["code"]) for item in outcome.json]


def test_without_a_comment_it_is_found(run: Run, project: Path) -> None:
    """Else the tests below would prove nothing."""
    assert found(run, project, f"{HEAD}{BAD}\n") == [(6, "GL101")]


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# NOQA",
        "#noqa",
        "# noqa: GL101",
        "# noqa:GL101",
        "# noqa : gl101",
        "# noqa: E501, GL101",
        "# noqa: E501 GL101",
        "# noqa: GL101 because it is a demonstration",
        "# noqa: double-backward",
        "# type: ignore # noqa: GL101",
        "# twice on purpose  # noqa: GL101",
        "# graphlint: ignore",
        "# graphlint:ignore",
        "# graphlint: ignore[GL101]",
        "# graphlint: ignore[double-backward]",
        "# graphlint: ignore[ gl101 ] twice on purpose",
        "# twice on purpose # graphlint: ignore[GL101]",
    ],
)
def test_a_comment_at_the_end_of_the_line_silences(run: Run, project: Path, comment: str) -> None:
    """As people know it from flake8 and ruff; nothing of it is reported as unused."""
    assert found(run, project, f"{HEAD}{BAD}  {comment}\n") == []


@pytest.mark.parametrize(
    "comment",
    ["# noqa: E501", "# noqa: F401, E501", "# noqablah", "# no qa", "# noqa: twice on purpose", "# see the noqa documentation"],
)
def test_what_means_something_else_silences_nothing(run: Run, project: Path, comment: str) -> None:
    """Codes of other linters are theirs, neither used nor reported."""
    assert found(run, project, f"{HEAD}{BAD}  {comment}\n") == [(6, "GL101")]


def test_a_prefix_silences_nothing_and_is_reported(run: Run, project: Path) -> None:
    """Only full codes and names do, so that a new rule is not silenced before anybody has seen it."""
    assert found(run, project, f"{HEAD}{BAD}  # noqa: GL1\n") == [(6, "GL101"), (6, "GL001")]
    assert found(run, project, f"{HEAD}{BAD}  # graphlint: ignore[GL]\n") == [(6, "GL101"), (6, "GL001")]


def test_comments_are_not_found_inside_of_strings(run: Run, project: Path) -> None:
    """Text is no comment."""
    assert found(run, project, HEAD + 'print("# noqa: GL101"); loss.backward()\n') == [(6, "GL101")]
    assert found(run, project, HEAD + 'text = """\n# graphlint: ignore-file\n"""\nloss.backward()\n') == [(9, "GL101")]


@pytest.mark.parametrize(
    "text",
    [
        "loss.backward(\n    retain_graph=False,\n)  # noqa: GL101\n",
        "loss.backward(  # noqa: GL101\n    retain_graph=False,\n)\n",
        "print(loss, \\\n      loss.backward())  # noqa: GL101\n",
        'print("""\n""", loss.backward(), """\nend""")  # noqa: GL101\n',
        'print(f"""\n{loss.backward()}\n""")  # noqa: GL101\n',
        "if w.sum() > 0 and (\n    loss.backward()\n):  # noqa: GL101\n    pass\n",
    ],
)
def test_the_last_line_of_a_statement_speaks_for_all_of_it(run: Run, project: Path, text: str) -> None:
    """There a formatter puts the comment, and inside of a string there is no place for one."""
    assert found(run, project, HEAD + text) == []


@pytest.mark.parametrize(
    "text", ["loss.backward(\n    None,  # noqa: GL101\n)\n", "print(\n    w,  # noqa: GL101\n    loss.backward(),\n)\n"]
)
def test_a_comment_on_any_line_of_a_statement_counts(run: Run, project: Path, text: str) -> None:
    """The finding begins in the first line of the call, and a formatter moves the comment with its argument."""
    assert found(run, project, HEAD + text) == []


def test_a_prefix_in_a_comment_is_explained_and_stays(run: Run, project: Path) -> None:
    """Prefixes select rules in settings only. The author means to suppress something: --fix does not delete it."""
    (project / "a.py").write_text(HEAD + "loss.backward()  # noqa: GL1\n")
    outcome = run("a.py", "--select", "GL001", "--fix")
    assert "Suppression of the prefix `GL1` has no effect" in outcome.out
    assert "name the rule: GL101, GL102" in outcome.out
    assert (project / "a.py").read_text().endswith("# noqa: GL1\n")


@pytest.mark.parametrize(
    "text",
    [
        "# graphlint: ignore[double-backward]\nloss.backward()\n",
        "# graphlint: ignore\n\n# why it is so\nloss.backward()\n",
        "# graphlint: ignore[GL101]\nprint(\n    loss.backward(),\n)\n",
        "print(\n    w,\n    # graphlint: ignore[GL101]\n    loss.backward(),\n)\n",
        "if w is not None:\n    # graphlint: ignore[GL101]\n    loss.backward()\n",
        "# graphlint: ignore[GL101]\n@print\n@(lambda f: loss.backward())\ndef f(): pass\n",
        "# graphlint: ignore[GL201]\n# graphlint: ignore[GL101]\nloss.backward()\n",
    ],
)
def test_a_comment_on_its_own_line_speaks_of_the_next_statement(run: Run, project: Path, text: str) -> None:
    """Of all its lines; where it stands inside of a statement, of the line below."""
    assert (6, "GL101") not in found(run, project, HEAD + text, "--ignore", "GL001")
    assert found(run, project, HEAD + text, "--ignore", "GL001") == []


def test_a_comment_on_its_own_line_does_not_speak_of_a_block(run: Run, project: Path) -> None:
    """What is silenced by accident is missed: a `for` is silenced, not what it repeats."""
    text = "# graphlint: ignore[GL101]\nfor _ in range(2):\n    loss.backward()\n"
    assert (8, "GL101") in found(run, project, HEAD + text)


@pytest.mark.parametrize(
    "comment", ["# graphlint: ignore-file", "# graphlint: ignore-file[GL101]", "# graphlint: ignore-file[double-backward, GL101]"]
)
def test_a_whole_file_is_silenced_from_anywhere_in_it(run: Run, project: Path, comment: str) -> None:
    """At its beginning or at its end, but unindented: inside of a function it would look as if it spoke of that."""
    assert found(run, project, f"{comment}\n{HEAD}{BAD}\n", "--ignore", "GL001") == []
    assert found(run, project, f"{HEAD}{BAD}\n{comment}\n", "--ignore", "GL001") == []
    assert found(run, project, f"{HEAD}if w is not None:\n    {comment}\n    {BAD}\n") == [(7, "GL001"), (8, "GL101")]
    assert found(run, project, f"{HEAD}{BAD}  {comment}\n") == [(6, "GL101"), (6, "GL001")]


def test_a_file_that_does_not_parse_cannot_be_silenced_by_a_comment(run: Run, project: Path) -> None:
    """Nobody can tell where its comments are; exclude it."""
    assert found(run, project, "# graphlint: ignore-file\nimport torch\nx = (  # noqa\n") == [(3, "GL000")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("w.sum()  # noqa: GL101", "Unused suppression of `GL101` | there is no finding of `GL101` on the line | remove"),
        (
            "w.sum()  # noqa: GL101,GL102",
            "Unused suppression of `GL101` and `GL102` | there is no finding of `GL101` and `GL102` on the line",
        ),
        (
            "w.sum()  # noqa: GL101,GL102,GL103,GL104,GL105,GL106",
            "Unused suppression of `GL101`, `GL102`, `GL103`, `GL104` and 2 more |",
        ),
        ("w.sum()  # noqa: GL999", "Suppression of unknown rule `GL999` | it suppresses nothing | remove it"),
        (
            "w.sum()  # graphlint: ignore[double-backwards]",
            "Suppression of unknown rule `double-backwards` | it suppresses nothing | did you mean double-backward?",
        ),
        ("w.sum()  # graphlint: ignore", "Unused suppression | there is no finding on the line | remove the comment"),
        ("# graphlint: ignore\nw.sum()", "Unused suppression | there is no finding in the next statement |"),
        ("# graphlint: ignore-file[GL101]", "Unused suppression of `GL101` | there is no finding of `GL101` in the file |"),
        ("# graphlint: ignore-file", "Unused suppression | there is no finding in the file |"),
        ("w.sum()  # graphlint: ignroe[GL101]", "Malformed suppression comment has no effect |"),
        ("w.sum()  # graphlint: ignore[]", "Malformed suppression comment has no effect |"),
        ("w.sum()  # graphlint: ignore[GL101", "Malformed suppression comment has no effect |"),
        ("loss2 = w.sum()  # noqa: GL101, GL101", "Unused suppression of `GL101` |"),
    ],
)
def test_what_silences_nothing_is_reported(run: Run, project: Path, line: str, message: str) -> None:
    """It stays silent when the mistake comes back, and a mistyped code never silenced anything."""
    (project / "a.py").write_text(f"import torch\nw = torch.randn(3)\n{line}\n")
    (item,) = run("a.py", "--output-format", "json").json
    assert (item["code"], item["severity"]) == ("GL001", "info")
    assert " | ".join((item["message"], *item["notes"], item["help"])).startswith(message)


@pytest.mark.parametrize("line", ["# noqa", "# noqa: E501", "# noqa: GL001", "# noqa: F401 # flake8", "# noqa: ABC123, double-backed"])
def test_what_others_may_need_is_not_reported(run: Run, project: Path, line: str) -> None:
    """A plain noqa is for every linter, a foreign code for another."""
    assert found(run, project, f"import torch\nw = torch.randn(3)  {line}\n") == []


def test_a_rule_that_is_not_checked_is_not_judged(run: Run, project: Path) -> None:
    """A run of a few rules must not call the suppressions of all others unused."""
    text = "import torch\nw = torch.randn(3)  # noqa: GL101, GL402\nx = 1  # graphlint: ignore\n"
    assert found(run, project, text) == [(2, "GL001"), (3, "GL001")]
    assert found(run, project, text, "--select", "GL2,GL001") == []
    assert found(run, project, text, "--select", "GL2") == []
    assert found(run, project, text, "--ignore", "GL001") == []
    assert found(run, project, text, "--per-file-ignores", "a.py:GL101", "--select", "GL1,GL001") == []


def test_an_unused_suppression_can_be_suppressed(run: Run, project: Path) -> None:
    """Where the finding comes and goes with the version of something."""
    assert found(run, project, "import torch\nw = 1  # noqa: GL101, GL001\n") == []
    assert found(run, project, "# graphlint: ignore-file[unused-noqa]\nimport torch\nw = 1  # noqa: GL101\n") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w = 1  # noqa: GL101\n", "w = 1\n"),
        ("w = 1 # noqa: GL101", "w = 1"),
        ("w = 1  # noqa: E501, GL101\n", "w = 1  # noqa: E501\n"),
        ("w = 1  # noqa: GL101,E501 wide\n", "w = 1  # noqa: E501 wide\n"),
        ("w = 1  # noqa: GL101 on purpose\n", "w = 1  # on purpose\n"),
        ("w = 1  # wide  # noqa: GL101\n", "w = 1  # wide\n"),
        ("w = 1  # noqa: GL101  # wide\n", "w = 1  # wide\n"),
        ("w = 1  # graphlint: ignore[GL101]\n", "w = 1\n"),
        ("w = 1  # graphlint: ignore\n", "w = 1\n"),
        ("w = 1  # noqa: GL101 # graphlint: ignore[GL101]\n", "w = 1\n"),
        ("if w:\n    # graphlint: ignore[GL101]\n    w = 1\n", "if w:\n    w = 1\n"),
        ("# graphlint: ignore-file[GL101, GL102]\r\nw = 1\r\n", "w = 1\r\n"),
        ("é = 1  # noqa: GL101\n", "é = 1\n"),
        ("# graphlint: ignore-file", ""),
        ("w = 1  # graphlint: ignroe\n", "w = 1  # graphlint: ignroe\n"),
    ],
)
def test_fix_removes_what_silences_nothing_and_no_more(run: Run, project: Path, before: str, after: str) -> None:
    """The rest of the file, and of the comment, stays byte for byte."""
    file = project / "a.py"
    file.write_bytes(b"import torch\nw = 0\n" + before.encode())
    run("a.py", "--fix")
    assert file.read_bytes() == b"import torch\nw = 0\n" + after.encode()


def test_fix_keeps_the_code_that_is_needed(run: Run, project: Path) -> None:
    """And fixes nothing that is silenced."""
    text = f"{HEAD}{BAD}  # noqa: GL101, GL102\n"
    (project / "a.py").write_text(text)
    outcome = run("a.py", "--fix", "--unsafe-fixes", "--show-fixes")
    assert (project / "a.py").read_text() == f"{HEAD}{BAD}  # noqa: GL101\n"
    assert "GL001" in outcome.err
    assert outcome.status == 0


def test_a_fix_that_takes_a_finding_away_takes_its_suppression_too(run: Run, project: Path) -> None:
    """What has become of the findings decides on the comments."""
    text = "import torch\nw = torch.randn(3, requires_grad=True)\nw.exp().sum().backward(retain_graph=True)  # noqa: GL101\n"
    (project / "a.py").write_text(text)
    assert found(run, project, text) == [(3, "GL201"), (3, "GL001")]
    run("a.py", "--fix")
    assert (project / "a.py").read_text().endswith("w.exp().sum().backward()\n")


def test_unused_suppressions_are_offered_with_their_fix(run: Run, project: Path) -> None:
    """In JSON, for editors."""
    (project / "a.py").write_text("import torch\nw = 1  # noqa: GL101\n")
    (item,) = run("a.py", "--output-format", "json").json
    assert item["fix"]["applicability"] == "safe"
    assert item["fix"]["edits"] == [{"content": "", "location": {"row": 2, "column": 6}, "end_location": {"row": 2, "column": 21}}]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("loss.backward()", "loss.backward()  # noqa: GL101"),
        ("loss.backward()  ", "loss.backward()  # noqa: GL101"),
        ("loss.backward()  # twice", "loss.backward()  # twice  # noqa: GL101"),
        ("loss.backward()  # noqa: E501", "loss.backward()  # noqa: E501, GL101"),
        ("loss.backward()  # noqa: E501 wide", "loss.backward()  # noqa: E501, GL101 wide"),
        ("loss.backward()  # graphlint: ignore[GL201]", "loss.backward()  # graphlint: ignore[GL201]  # noqa: GL101"),
        ("print(loss.backward(), '''\n''')", "''')  # noqa: GL101"),
        ("print(loss.backward(), f'''\n{w}\n''')", "''')  # noqa: GL101"),
        ("print(loss.backward(), \\\n w)", " w)  # noqa: GL101"),
        ("print(\n    loss.backward(),\n)", "    loss.backward(),  # noqa: GL101"),
        ("é = loss.backward()", "é = loss.backward()  # noqa: GL101"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_add_noqa_silences_what_is_found(run: Run, project: Path, text: str, line: str, newline: str) -> None:
    """Where it is read, with what is there; a second run adds none, and nothing else changes."""
    before = f"{HEAD}{text}\n".replace("\n", newline)
    (project / "a.py").write_bytes(before.encode())
    outcome = run("a.py", "--add-noqa")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "note: added comments for 1 finding in 1 file\n")
    after = (project / "a.py").read_bytes().decode()
    assert line in after.split(newline)
    assert len(after.split(newline)) == len(before.split(newline))
    assert run("a.py", "--ignore", "GL001").status == 0
    assert run("a.py", "--add-noqa").err == "note: added no comments: no findings\n"
    assert (project / "a.py").read_bytes().decode() == after


def test_add_noqa_names_all_codes_of_a_line(run: Run, project: Path) -> None:
    """Once, in order."""
    text = f"{HEAD}loss.backward(retain_graph=True); w.sum().backward(retain_graph=True)\n"
    (project / "a.py").write_text(text)
    assert run("a.py", "--add-noqa").status == 0
    assert (project / "a.py").read_text().splitlines()[5].endswith("  # noqa: GL101, GL201") or "GL101" in (project / "a.py").read_text()
    assert run("a.py", "--ignore", "GL001").status == 0


def test_add_noqa_leaves_alone_what_no_comment_silences(run: Run, project: Path) -> None:
    """A file that does not parse, and suppressions."""
    (project / "a.py").write_text("import torch\nx = (\n")
    (project / "b.py").write_text("import torch\nx = 1  # noqa: GL101\n")
    assert run(".", "--add-noqa").err == "note: added no comments: no findings\n"
    assert (project / "b.py").read_text() == "import torch\nx = 1  # noqa: GL101\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--add-noqa", "--fix"], "--add-noqa cannot be used with --fix; run them one after the other"),
        (["--add-noqa", "--write-baseline", "b.json"], "--add-noqa cannot be used with --write-baseline; run them one after the other"),
        (["--add-noqa", "-"], "--add-noqa cannot be used with standard input (-)"),
    ],
)
def test_what_cannot_be_had_together_is_refused(run: Run, project: Path, arguments: list[str], message: str) -> None:
    """Two kinds of changes at once would be proven against each other by nobody."""
    outcome = run(*arguments)
    assert (outcome.status, outcome.err) == (2, f"error: {message}\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = 1  # noqa: " + ",".join(["GL101"] * 50_000),
        "x = 1  # noqa: " + ",".join(f"GL{number}" for number in range(1000, 51_000)),
        "x = 1  # graphlint: ignore[" + ",".join(["GL101"] * 50_000) + "]",
        "x = 1  # noqa: GL001\n" * 30_000,
        "x = [\n" + "    1,  # noqa: GL001\n" * 30_000 + "]",
    ],
    ids=["noqa", "unknown codes", "ignore", "one in each line", "one in each line of a statement"],
)
def test_time_for_thousands_of_codes_is_linear(run: Run, project: Path, text: str) -> None:
    """300 KB of comment stopped a CI job: minutes for repeated codes, which were compared with one another."""
    (project / "a.py").write_text(f"import torch\n{text}\n")
    start = time.process_time()
    assert run("a.py", "--no-cache", "-q", "--output-format", "concise").status in (0, 1)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("empty_lines", [0, 200], ids=["short statement", "long statement"])
def test_comments_of_one_statement_work_together(run: Run, project: Path, empty_lines: int) -> None:
    """Each covers the whole statement, however long it is: those that name the finding are used, another one is not."""
    begin = "(\n    loss  # noqa: GL101\n    .backward()  # graphlint: ignore[GL101]\n"
    end = "\n" * empty_lines + ")  # noqa: GL102\n"
    assert found(run, project, f"{HEAD}{begin}{end}") == [(9 + empty_lines, "GL001")]


def test_nothing_is_tokenized_where_there_is_nothing_to_find(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most files hold no suppression, and pay nothing for those that do."""

    def refuse(*_: object) -> None:
        raise AssertionError("tokenized")

    monkeypatch.setattr("graphlint.check.suppression.comments.layout_of", refuse)
    assert found(run, project, "import torch\nw = torch.randn(3)  # no qa\n") == []
    assert found(run, project, "import torch\nw = torch.randn(3)  # noqa: E501\n") == []
    (project / "a.py").write_text("import torch\nw = torch.randn(3)  # noqa: GL101\n")
    assert "tokenized" in run("a.py").err


def test_json_of_suppressed_findings_is_empty(run: Run, project: Path) -> None:
    """Silenced is not reported, in no format."""
    (project / "a.py").write_text(f"{HEAD}{BAD}  # noqa: GL101\n")
    assert json.loads(run("a.py", "--output-format", "json").out) == []
    assert run("a.py", "--statistics", "-q").out == ""


@pytest.mark.sampled
def test_every_finding_of_the_marked_programs_can_be_silenced(run: Run, project: Path) -> None:
    """By comments, and by a baseline when all lines move; a second run adds none."""
    programs = Path(__file__).parent / "programs"
    for path in sampled(programs.rglob("*.py"), 16, 64):
        copy = project / "programs" / path.relative_to(programs)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    arguments = ("programs", "--select", "ALL", "--ignore", "GL001", "--jobs", "1", "-q")
    assert run(*arguments, "--statistics").status == 1
    assert run(*arguments, "--write-baseline", "known.json").status == 0
    for path in (project / "programs").rglob("*.py"):
        path.write_bytes(b"# moved\n\n" + path.read_bytes())
    assert run(*arguments, "--baseline", "known.json") == run("--select", "GL000", "-q", "programs")
    assert run(*arguments, "--add-noqa").status == 0
    outcome = run(*arguments, "--output-format", "concise")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    assert run(*arguments, "--add-noqa").err == "note: added no comments: no findings\n"
