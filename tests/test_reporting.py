"""Output is read by people on terminals, by editors and by other tools: each form is held to the letter."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphlint.autograd.events import Site
from graphlint.check.diagnostic import Diagnostic, Place, resolve
from graphlint.report import render, render_statistics
from graphlint.report.report import Report
from graphlint.report.style import Style, style_for
from graphlint.report.terminal_text import TAB, cells, excerpt, visible
from graphlint.rule.base import Finding, Related, Severity
from graphlint.rule.urls import address_of
from graphlint.source.source import Position, Source

TEXT = """\
import torch

model = torch.nn.Linear(3, 1)
loss = model(torch.ones(2, 3)).sum()
loss.backward()
loss.backward(
    retain_graph=True
)
"""
PLAIN = Style(width=100)
END = "\n\nFound 1 error in 1 of 1 file.\n"


def site(line: int, column: int, end_line: int, end_column: int, path: str = "train.py") -> Site:
    return Site(path, line, column, end_line, end_column)


def double_backward(related: tuple[Related, ...] = ()) -> Diagnostic:
    finding = Finding("GL101", "double-backward", Severity.ERROR, "this raises", site(5, 0, 5, 15), related)
    return resolve(finding, Source("train.py", TEXT))


def explained(diagnostic: Diagnostic) -> Diagnostic:
    notes = ('PyTorch raises "Trying to backward through the graph a second time"', "evidence")
    return replace(diagnostic, notes=notes, help="retain it")


BUILT = Related("graph built here", site(4, 7, 4, 30))
FREED = Related("freed by this `backward()`", site(6, 0, 8, 1))


def text_of(output_format: str, *diagnostics: Diagnostic, style: Style = PLAIN, files: int = 1) -> str:
    return "".join(render(Report(diagnostics, files), output_format, style))


def test_full_shows_the_line_and_the_related_places_in_order() -> None:
    """The finding first, then what led there, each with its own line; a span of several lines goes on after its first."""
    assert text_of("full", double_backward((BUILT, FREED))) == (
        "train.py:5:1: error GL101[double-backward] this raises\n"
        "  |\n"
        "5 | loss.backward()\n"
        "  | ^^^^^^^^^^^^^^^\n"
        "  |\n"
        "4 | loss = model(torch.ones(2, 3)).sum()\n"
        "  |        ----------------------- 1: graph built here\n"
        "6 | loss.backward(\n"
        "  | --------------... 2: freed by this `backward()`\n"
        "\n"
        "Found 1 error in 1 of 1 file.\n"
    )


def test_full_explains_below_the_frame() -> None:
    """Notes and help stand below the places, above the fix, wrapped to the terminal's width."""
    text = text_of("full", explained(double_backward()), style=Style(width=60))
    assert text.split("\n\n")[0].endswith(
        "5 | loss.backward()\n"
        "  | ^^^^^^^^^^^^^^^\n"
        "  |\n"
        '  = note: PyTorch raises "Trying to backward through the\n'
        '          graph a second time"\n'
        "  = note: evidence\n"
        "  = help: retain it"
    )


def test_each_format_carries_notes_and_help() -> None:
    """As fields where the format has room for them, else as lines below the headline."""
    diagnostic = explained(double_backward())
    notes = list(diagnostic.notes)
    for output_format in ("json", "json-lines"):
        found = json.loads(text_of(output_format, diagnostic).strip("[]\n"))
        assert (found["message"], found["notes"], found["help"]) == ("this raises", notes, "retain it")
    (result,) = json.loads(text_of("sarif", diagnostic))["runs"][0]["results"]
    assert result["message"]["text"].split("\n") == ["this raises", f"note: {notes[0]}", "note: evidence", "help: retain it"]
    assert f"this raises%0Anote: {notes[0]}%0Anote: evidence%0Ahelp: retain it" in text_of("github", diagnostic)
    (finding,) = json.loads(text_of("gitlab", diagnostic))
    assert finding["description"] == f"GL101[double-backward] this raises ({notes[0]}; evidence)"
    assert "  note: evidence\n  help: retain it\n" in text_of("junit", diagnostic)
    assert "evidence" not in text_of("concise", diagnostic)


def test_full_names_other_files() -> None:
    """A related place may lie in another file; its line is not at hand then, but its place is."""
    elsewhere = Related("made here", site(7, 4, 7, 9, "lib/nets.py"))
    text = text_of("full", double_backward((elsewhere, BUILT)))
    assert text.endswith(
        "  |\n --> lib/nets.py:7:5: 1: made here\n4 | " + TEXT.split("\n")[3] + "\n  |        " + "-" * 23 + " 2: " + BUILT.message + END
    )


def test_full_shows_the_lines_of_several_files() -> None:
    """Where they are at hand, under the name of the file that they are from."""
    diagnostic = double_backward((BUILT, FREED))
    place = replace(diagnostic.related[0].place, path="lib/nets.py")
    related = (replace(diagnostic.related[0], place=place), diagnostic.related[1])
    text = text_of("full", replace(diagnostic, related=related))
    assert " --> lib/nets.py:4:8\n4 | loss = model" in text
    assert " --> train.py:6:1\n6 | loss.backward(" in text


def test_full_lines_up_under_long_row_numbers() -> None:
    """The gutter is as wide as its widest number."""
    source = Source("a.py", "x\n" * 120)
    finding = Finding("GL1", "n", Severity.WARNING, "m", site(7, 0, 7, 1, "a.py"), (Related("r", site(120, 0, 120, 1, "a.py")),))
    assert text_of("full", resolve(finding, source)).split("\n")[1:8] == [
        "    |",
        "  7 | x",
        "    | ^",
        "    |",
        "120 | x",
        "    | - 1: r",
        "",
    ]


def test_a_label_that_does_not_fit_stands_below() -> None:
    """A label broken by the terminal's edge is hard to read."""
    related = Related("a long explanation of what happens at this place, too long to stand beside it", BUILT.site)
    lines = text_of("full", double_backward((related,)), style=Style(width=92)).split("\n")
    assert lines[6] == "  |        " + "-" * 23
    assert lines[7] == "  |        1: " + related.message
    assert max(map(len, lines)) <= 92


def test_no_word_is_broken_on_a_terminal() -> None:
    """The headline and the labels are wrapped at words; a pipe gets one line for a headline."""
    related = Related("a long explanation of what happens at this place, too long to stand beside it " * 2, BUILT.site)
    finding = replace(double_backward((related,)), message="`backward()` through a graph already freed by an earlier `backward()`")
    terminal = text_of("full", finding, style=Style(width=60, wraps=True)).split("\n")
    assert terminal[:2] == [
        "train.py:5:1: error GL101[double-backward] `backward()`",
        "    through a graph already freed by an earlier `backward()`",
    ]
    assert max(map(len, terminal)) <= 60
    assert text_of("full", finding, style=Style(width=60)).split("\n")[0].endswith("freed by an earlier `backward()`")


def test_underlines_stand_below_what_they_mark() -> None:
    """With tabs, wide and combining characters before and in the mark."""
    line = "\tß = '本🔥e\u0301', loss.backward()"
    source = Source("a.py", line)
    start = line.index("loss")
    begin, end = len(line[:start].encode()), len(line.encode())
    shown = text_of("full", resolve(Finding("GL1", "n", Severity.ERROR, "m", site(1, begin, 1, end, "a.py")), source)).split("\n")
    before = shown[2][: shown[2].index("loss")]
    assert cells(before) == shown[3].index("^")
    assert shown[3].count("^") == len("loss.backward()")


def test_a_place_without_width_is_marked_all_the_same() -> None:
    """An empty span would leave a frame without a mark."""
    finding = Finding("GL1", "n", Severity.ERROR, "m", site(9, 3, 9, 3, "a.py"))
    assert text_of("full", resolve(finding, Source("a.py", ""))).split("\n")[1:4] == ["  |", "9 |", "  | ^"]


@given(st.text(st.sampled_from("ab 本\t\x1b\u0301é"), max_size=300), st.integers(0, 300), st.integers(0, 80), st.integers(20, 60))
def test_an_excerpt_fits_its_width_and_holds_the_mark(line: str, start: int, length: int, width: int) -> None:
    """Lines of generated or minified code are longer than any terminal."""
    start = min(start, len(line))
    end = min(start + length, len(line))
    shown = excerpt(line, start, end, width)
    assert cells(shown.text) <= width
    assert 0 <= shown.start < width
    assert shown.width >= 1
    if end > start and line[start].isascii() and line[start].isalpha():
        at = next(index for index in range(len(shown.text) + 1) if cells(shown.text[:index]) == shown.start)
        assert line[start] in shown.text[at : at + 2]


def test_an_excerpt_of_a_huge_line_is_quick() -> None:
    """Only what can be shown is looked at."""
    shown = excerpt("\t" * 500_000 + "loss" + " " * 500_000, 500_000, 500_004, 80)
    assert shown.text.strip(" .") == "loss"
    assert shown.text[shown.start :].startswith("loss")


def test_control_characters_are_made_visible() -> None:
    """A checked file must not steer the terminal: colours, titles, the direction of writing."""
    assert visible("a\x1b]0;title\x07b\r\n\x7f\x9b\u202e\u2028\ufeff\udcff") == r"a\x1b]0;title\x07b\r\n\x7f\x9b\u202e\u2028\ufeff\udcff"
    assert visible("é本🔥e\u0301\u200d") == "é本🔥e\u0301\u200d"


@pytest.mark.parametrize("output_format", ["full", "concise", "json"])
def test_no_format_prints_a_control_character(output_format: str) -> None:
    """From the path, the line, the message and the related places alike."""
    evil = "\x1b[31m\u202e\x9b"
    source = Source(f"a{evil}.py", f"x = '{evil}'\n" * 2)
    place = site(1, 0, 1, 3, source.path)
    finding = Finding("GL1", "n", Severity.ERROR, f"message {evil}", place, (Related(f"related {evil}", site(2, 0, 2, 9, source.path)),))
    text = text_of(output_format, resolve(finding, source))
    assert not set(text) & {"\x1b", "\u202e", "\x9b"}
    assert "\\x1b" in text or "\\u001b" in text


def test_concise_is_one_line_a_finding() -> None:
    """For a quick look and for editors that read lines."""
    text = text_of("concise", double_backward((BUILT, FREED)), files=3)
    assert text == "train.py:5:1: error GL101 this raises\nFound 1 error in 1 of 3 files.\n"


def test_json_is_the_shape_that_tools_for_ruff_read() -> None:
    """Key by key; nothing more, nothing less."""
    found = json.loads(text_of("json", double_backward((BUILT,))))
    path = str(Path.cwd() / "train.py")
    assert found == [
        {
            "cell": None,
            "code": "GL101",
            "name": "double-backward",
            "message": "this raises",
            "notes": [],
            "help": None,
            "severity": "error",
            "filename": path,
            "location": {"row": 5, "column": 1},
            "end_location": {"row": 5, "column": 16},
            "noqa_row": 5,
            "url": address_of("GL101", "double-backward"),
            "fix": None,
            "related": [
                {
                    "message": "graph built here",
                    "filename": path,
                    "location": {"row": 4, "column": 8},
                    "end_location": {"row": 4, "column": 31},
                }
            ],
        }
    ]
    assert text_of("json") == "[]\n"


def test_columns_are_characters() -> None:
    """The parser counts bytes; whoever reads a column does not."""
    source = Source("a.py", "é本🔥 = x")
    finding = Finding("GL1", "n", Severity.ERROR, "m", site(1, 10, 1, 13, "a.py"))
    found = json.loads(text_of("json", resolve(finding, source)))
    assert (found[0]["location"]["column"], found[0]["end_location"]["column"]) == (5, 8)


def test_findings_are_sorted_by_path_position_and_code() -> None:
    """The same order, whatever order they were found in."""
    source = Source("b.py", "x = 1\n" * 20)
    places = [("b.py", 2, 0, "GL1"), ("a.py", 9, 0, "GL1"), ("b.py", 10, 0, "GL1"), ("b.py", 2, 0, "GL0"), ("b.py", 2, 4, "GL0")]
    findings = [Finding(code, "n", Severity.ERROR, "m", site(row, column, row, 5, path)) for path, row, column, code in places]
    ordered = sorted((resolve(finding, source) for finding in findings), key=lambda diagnostic: diagnostic.order)
    got = [(d.place.path, d.place.start.row, d.place.start.column - 1, d.code) for d in ordered]
    assert got == sorted(places)


def test_findings_of_a_notebook_are_sorted_by_cell() -> None:
    """A row counts within its cell only."""
    places = [Place("a.ipynb", Position(row, 1, cell), Position(row, 2, cell), "x") for cell, row in [(2, 1), (1, 8), (1, 2)]]
    found = [Diagnostic("GL101", "name", Severity.ERROR, "m", place) for place in places]
    ordered = sorted(found, key=lambda item: item.order)
    assert [(item.place.start.cell, item.place.start.row) for item in ordered] == [
        (1, 2),
        (1, 8),
        (2, 1),
    ]


def test_the_summary_counts_by_severity() -> None:
    """One glance says how bad it is."""
    source = Source("a.py", "x\n")
    found = [
        resolve(Finding("GL1", "n", severity, "m", site(1, 0, 1, 1, "a.py")), source)
        for severity in (Severity.WARNING, Severity.ERROR, Severity.INFO, Severity.WARNING)
    ]
    assert text_of("concise", *found, files=5).endswith("Found 1 error, 2 warnings, 1 info in 1 of 5 files.\n")
    assert text_of("concise", files=1) == "No findings in 1 file.\n"


def test_statistics_count_the_most_frequent_first() -> None:
    """To see what a project suffers from."""
    source = Source("a.py", "x\n")
    codes = ["GL301"] * 2 + ["GL101"] * 10 + ["GL201"] * 2
    report = Report(
        tuple(resolve(Finding(code, f"name-{code}", Severity.ERROR, "m", site(1, 0, 1, 1, "a.py")), source) for code in codes), 1
    )
    assert "".join(render_statistics(report, "full", PLAIN)) == (
        "10  GL101  name-GL101\n 2  GL201  name-GL201\n 2  GL301  name-GL301\nFound 14 errors in 1 of 1 file.\n"
    )
    as_json = json.loads("".join(render_statistics(report, "json", PLAIN)))
    assert as_json[0] == {"code": "GL101", "name": "name-GL101", "count": 10, "fixable": 0}


def test_colour_changes_nothing_but_colour() -> None:
    """Whoever pipes it through `less -R` or strips it should read the same."""
    plain = text_of("full", double_backward((BUILT, FREED)))
    colourful = text_of("full", double_backward((BUILT, FREED)), style=Style(colour=True, width=100))
    assert "\x1b[1;31mGL101[double-backward]\x1b[0m" in colourful
    assert re.sub(r"\x1b\[[0-9;]*m", "", colourful).replace(" \n", "\n") == plain


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "choice", "environment", "colour"),
    [
        (Terminal(), "auto", {}, True),
        (io.StringIO(), "auto", {}, False),
        (Terminal(), "auto", {"NO_COLOR": "1"}, False),
        (Terminal(), "auto", {"TERM": "dumb"}, False),
        (io.StringIO(), "auto", {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), "auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (io.StringIO(), "always", {"NO_COLOR": "1"}, True),
        (Terminal(), "never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_is_for_terminals_and_for_those_who_ask(stream: io.StringIO, choice: str, environment: dict[str, str], colour: bool) -> None:
    """NO_COLOR and FORCE_COLOR are what other tools heed."""
    assert style_for(stream, choice, environment).colour is colour


def test_links_are_for_terminals_only() -> None:
    """Forced colour is read by a pager or a log; whoever wants no colour wants no links."""
    assert style_for(Terminal(), "auto", {}).links
    assert style_for(Terminal(), "always", {"NO_COLOR": "1"}).links
    for stream, choice, environment in (
        (Terminal(), "auto", {"NO_COLOR": "1"}),
        (Terminal(), "auto", {"TERM": "dumb"}),
        (Terminal(), "never", {}),
        (io.StringIO(), "auto", {"FORCE_COLOR": "1"}),
        (io.StringIO(), "always", {}),
    ):
        assert not style_for(stream, choice, environment).links


def test_a_tab_is_four_cells() -> None:
    """Whatever the terminal thinks of tabs."""
    assert excerpt("\tx", 1, 2, 80) == (f"{TAB}x", 4, 1)


def test_the_frame_of_a_file_is_read_from_the_file(tmp_path: Path) -> None:
    """Windows line ends are no part of the line that is shown."""
    path = tmp_path / "a.py"
    path.write_bytes(b"x = 1\r\ny = 2\r\n")
    source = Source.from_bytes(str(path), path.read_bytes())
    finding = Finding("GL1", "n", Severity.ERROR, "m", site(1, 0, 1, 5, str(path)))
    assert "\r" not in text_of("full", resolve(finding, source))
