"""The form of pictures: nothing overlaps, nothing of the code is markup, and what does not fit is counted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from graphlint.pictures.clipping import clipped, width
from graphlint.pictures.marks import SIGNS
from graphlint.pictures.mermaid import draw_mermaid
from graphlint.pictures.record import End, Finding, Lane, LaneKind, Life, Mark, MarkKind, Row, Turn
from graphlint.pictures.svg import draw_svg
from graphlint.pictures.text import describe, draw_text

from .drawn import pictures_of

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert("x")</script>&amp;]]> \x1b[31m\u202e\ud800 `code`'
ADVERSARIAL = Path(__file__).parents[2] / "examples" / "adversarial.py"


def life(
    source: str = "loss.backward()", name: str = "loss", text: str = "`backward()` frees `loss`", *, rows: int = 3, lanes: int = 2
) -> Life:
    """A picture in which every text is the given one."""
    return Life(
        Finding("GL101", "double-backward", text, "train.py", 1),
        tuple(Row("train.py", number + 1, number + 1, "", source, (Turn(1, number),), number == 0) for number in range(rows)),
        tuple(Lane(LaneKind.GRAPH, name, number + 1, End.ALIVE, text) for number in range(lanes)),
        tuple(Mark(row, row % lanes, kind, text, row != 1) for row, kind in zip(range(rows), MarkKind, strict=False)),
    )


def boxes(drawn: str) -> list[tuple[float, float, float, str]]:
    """The baseline, the left and the right end, and the text of each text of a picture."""
    found = []
    for item in ElementTree.fromstring(drawn).iter(f"{SVG}text"):
        left, width = float(item.attrib["x"]), float(item.attrib["textLength"])
        left -= width / 2 if item.attrib.get("text-anchor") == "middle" else 0
        found.append((float(item.attrib["y"]), left, left + width, item.text or ""))
    return found


@pytest.mark.parametrize("columns", [8, 80, 200])
@pytest.mark.parametrize("name", ["x", "a_long_name_of_18ch", "損失の合計"])
def test_no_texts_overlap_and_all_are_inside(columns: int, name: str) -> None:
    """Every text has a known length, so this holds in any font."""
    drawn = draw_svg(life("損" * 4 + "x" * (columns - 8), name, "what happens here " * 12, rows=12, lanes=5))
    width = float(ElementTree.fromstring(drawn).attrib["width"])
    found = boxes(drawn)
    for index, (line, left, right, text) in enumerate(found):
        assert right <= width, text
        for other_line, other_left, other_right, other in found[:index]:
            assert line != other_line or right <= other_left or other_right <= left, (text, other)


def test_code_is_never_markup() -> None:
    """A picture is shown in pages and editors: what the program spells is text."""
    hostile = life(HOSTILE, HOSTILE, HOSTILE)
    drawn = draw_svg(hostile)
    tags = {item.tag.removeprefix(SVG) for item in ElementTree.fromstring(drawn.encode()).iter()}
    assert tags == {"svg", "title", "desc", "style", "text", "path", "rect"}
    assert "\x1b" not in drawn
    assert not any(sign in draw_mermaid(hostile).replace("<br/>", "") for sign in '<"\x1b&')


def test_links_of_rows_are_attributes() -> None:
    drawn = draw_svg(life(), lambda row: f'command:open?"{row.line}"&<x>')
    links = [item.attrib["href"] for item in ElementTree.fromstring(drawn).iter(f"{SVG}a")]
    assert links == [f'command:open?"{line}"&<x>' for line in (1, 2, 3)]


def test_it_is_drawn_and_said() -> None:
    """Doubt is dashed, and the text alternative says what the picture shows."""
    picture = life()
    drawn = draw_svg(picture)
    root = ElementTree.fromstring(drawn)
    assert root.attrib["role"] == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert (title.text, description.text) == ("GL101 train.py:1: backward() frees loss", describe(picture))
    assert "dashed: it may happen, the analysis cannot tell" in describe(picture)
    assert drawn.count('stroke-dasharray="2 2"') == 1
    assert "line 1, iteration 0: backward() frees loss." in describe(picture)
    assert "prefers-color-scheme:dark" in drawn


def test_marks_differ_without_colors() -> None:
    """Kinds that share a shape have one meaning, and the legend names each shape of the picture once."""
    looks: dict[tuple[str, bool], set[str]] = {}
    for sign in SIGNS.values():
        looks.setdefault((sign.outline, sign.hollow), set()).add(sign.word)
    assert set(SIGNS) == set(MarkKind)
    assert all(len(words) == 1 for words in looks.values()), looks
    words = [text for *_, text in boxes(draw_svg(life(rows=len(MarkKind), text="-")))][-len(looks) :]
    assert sorted(words) == sorted(word for found in looks.values() for word in found)


@pytest.mark.parametrize(
    ("text", "focus", "drawn"),
    [
        ("loss.backward()", ".backward()", "loss.backward()"),
        ("total = compute(first, second, third)", "", "total = compute(first…"),
        ("(first_loss + second_loss * weight).backward()", ".backward()", "(first_loss….backward()"),
        ("a = f(x)(yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy)", "f(x)", "a = f(x)(…"),
        ("x.step(" + "closure, " * 5 + ")", ".step(" + "closure, " * 5 + ")", "x.step(closure, closure…"),
        ("x" * 30, "", "x" * 23 + "…"),
    ],
)
def test_long_code_is_cut_around_what_matters(text: str, focus: str, drawn: str) -> None:
    """Between words, where there are several."""
    found = clipped(text, 24, focus)
    assert found == drawn
    assert width(found) <= 24


LOOP = """\
import torch
from torch import nn

cell = nn.RNNCell(3, 4)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
state = torch.zeros(1, 4)
for _ in range(3):
"""


def picture_of(folder: Path, text: str) -> Life:
    """The picture of the only finding of a program with a story."""
    path = folder / "program.py"
    path.write_text(text)
    ((_, drawn, _),) = pictures_of(path)
    return drawn


def test_what_is_missing_is_said_where_it_is_missed(tmp_path: Path) -> None:
    body = ("loss = cell(torch.randn(1, 3)).sum()", "loss.backward()", "optimizer.step()")
    drawn = picture_of(tmp_path, LOOP + "".join(f"    {line}\n" for line in body))
    (row,) = (row for row in drawn.rows if row.missing)
    assert (row.source, row.turns[-1].number) == ("loss.backward()", 2)
    assert "! no zero_grad() before this line\n" in draw_text(drawn)
    assert "no zero_grad() before this line" in {text for *_, text in boxes(draw_svg(drawn))}


def test_the_statement_that_carries_a_state_is_highlighted(tmp_path: Path) -> None:
    """The finding names where the graph is built and where it is needed again; between them, this keeps it."""
    body = ("new_state = cell(torch.randn(1, 3), state)", "loss = new_state.sum()", "loss.backward()", "state = new_state")
    drawn = picture_of(tmp_path, LOOP + "".join(f"    {line}\n" for line in body))
    (kept,) = (mark for mark in drawn.marks if mark.kind is MarkKind.KEPT)
    assert drawn.rows[kept.row].source == "state = new_state"
    assert drawn.rows[kept.row].is_place
    assert kept.text == "`state` is kept for the next iteration"


def test_a_cycle_joins_its_lanes(tmp_path: Path) -> None:
    drawn = picture_of(
        tmp_path, "import torch\n\nw = torch.ones(2, requires_grad=True)\nloss = w.exp().sum()\nloss.backward(create_graph=True)\n"
    )
    ((row, lanes),) = ((cycle.row, cycle.lanes) for cycle in drawn.cycles)
    assert drawn.rows[row].source == "loss.backward(create_graph=True)"
    assert [drawn.lanes[index].name for index in lanes] == ["loss", ".grad"]
    assert all(lane.end is End.ALIVE for lane in drawn.lanes)
    assert 'class="k n"' in draw_svg(drawn)


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    """A chain of functions, each a place on the way, has more rows than a picture."""
    lines = ["import torch", "w = torch.ones(2, requires_grad=True)", "kept = []"]
    lines += ["for i in range(4):", "    x = w * 2", "    loss = x.pow(2).sum()", "    loss.backward()", "    kept.append(loss)"]
    path = tmp_path / "many.py"
    path.write_text("\n".join(lines) + "\n")
    ((_, drawn, _),) = pictures_of(path)
    assert drawn.folded_rows == 0
    from dataclasses import replace  # noqa: PLC0415

    assert "not shown: 3 more statements and 1 more graphs" in draw_text(replace(drawn, folded_rows=3, folded_lanes=1))


def test_the_bytes_do_not_depend_on_the_process(tmp_path: Path) -> None:
    """Neither on the order of sets of strings nor on the machine."""
    drawn = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "graphlint", "graph", f"{ADVERSARIAL}:23", "--isolated", "--output-format", "svg"]
        drawn.add(subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=tmp_path).stdout)
    assert len(drawn) == 1
