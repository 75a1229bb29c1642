"""Draw the lifetime of graphs as SVG: code at the left, lanes in the middle, what happens at the right.

The text is in columns of fixed width and every character has a known one (`textLength`), so that labels cannot overlap in any font.
Colors are CSS variables, for a light and a dark background.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable, Iterator

from graphlint.pictures.clipping import clipped, width
from graphlint.pictures.marks import SIGNS
from graphlint.pictures.record import Cycle, End, Lane, LaneKind, Life, Mark, MarkKind, Row
from graphlint.pictures.text import caption, describe, footnotes, separator, title

CODE, SMALL = 7.3, 6.7
"""The width of a character of code and of other text, in pixels."""
MOST_CODE, MOST_SEPARATOR, MOST_TEXT = 56, 76, 90
"""The most characters of a source line, of the words between rows, and of what happens in a row."""
LEGEND = 5
"""The characters that a mark takes in the legend, with the space after its word."""
ROW, GAP = 24, 20
"""The height of a row and of a separator."""
UNSAFE = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""The categories of characters that are not shown: controls, directions of writing, surrogates, ends of lines."""
ENDING, STARTING, KEEPING = (MarkKind.FREED, MarkKind.RESET), (MarkKind.BUILT, MarkKind.FILLED), (MarkKind.KEPT, MarkKind.RETAINED)
"""The marks after which a lane holds nothing more, those after which it holds something, and those after which it stays in memory."""
LIGHT = "--t:#1f2328;--d:#59636e;--l:#d1d9e0;--p:#fff8c5;--g:#1a7f37;--u:#0969da;--f:#59636e;--k:#8250df;--m:#bc4c00;--e:#d1242f;--b:#fff"
DARK = "--t:#e6edf3;--d:#9198a1;--l:#3d444d;--p:#3a2f0b;--g:#3fb950;--u:#58a6ff;--f:#9198a1;--k:#bc8cff;--m:#f0883e;--e:#ff7b72;--b:#0d1117"
STYLE = (
    f".life{{{LIGHT};background:var(--b)}}@media(prefers-color-scheme:dark){{.life{{{DARK}}}}}"
    ".life text{font:11.5px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--t);white-space:pre}"
    ".life .s{font-size:11px}.life .d{fill:var(--d)}.life .h{font-weight:600}"
    + "".join(f".life .{name}{{fill:var(--{name})}}.life path.{name}{{stroke:var(--{name})}}" for name in "gufkme")
    + ".life path{stroke-width:2}.life .w{stroke-width:3}.life .o{fill:var(--b)}.life .n{fill:none}"
    ".life .l{stroke:var(--l);stroke-width:1;stroke-dasharray:3 3}"
)


class Drawing:
    """The SVG of one record.

    Args:
        link: returns the address of a row.
        styled: the drawing has its own style; False for a page that has it.
    """

    def __init__(self, life: Life, link: Callable[[Row], str] | None = None, *, styled: bool = True) -> None:
        self._life, self._link, self._styled = life, link, styled
        numbers = max((len(_number(row)) for row in life.rows), default=1)
        self._sources = [clipped(row.source, MOST_CODE, row.focus) for row in life.rows]
        code = max(map(width, (*self._sources, *(row.missing for row in life.rows))), default=1)
        self._code_left = 14 + numbers * CODE + 12
        words = max((width(clipped(separator(life, index), MOST_SEPARATOR)) for index in range(len(life.rows))), default=0)
        self._lanes_left = max(self._code_left + code * CODE, 14 + words * SMALL) + 16
        self._lane_width = [max(46.0, max(width(lane.name), width(_subtitle(lane))) * SMALL + 14) for lane in life.lanes]
        self._text_left = self._lanes_left + sum(self._lane_width) + 10
        self._head = 44 if any(map(_subtitle, life.lanes)) else 28 if life.lanes else 8
        self._tops = list(self._row_tops())
        self._notes = footnotes(life)
        text = max((width(clipped(text, MOST_TEXT)) for text, _ in (self._caption(index) for index in range(len(life.rows)))), default=0)
        notes = max((width(note) for note in self._notes), default=0)
        self._signs = legend(life)
        signs = sum(len(SIGNS[kind].word) + LEGEND for kind in self._signs)
        self._width = max(self._text_left + text * SMALL + 14, 14 + notes * SMALL + 14, 14 + signs * SMALL)
        self._bottom = (self._tops[-1] if self._tops else self._head) + ROW
        self._height = self._bottom + 10 + 18 * (len(self._notes) + bool(self._signs))

    def render(self) -> str:
        """Return the SVG."""
        across, down = round(self._width), round(self._height)
        size = f'viewBox="0 0 {across} {down}" width="{across}" height="{down}"'
        parts = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="life" {size}>',
            f"<title>{escape(title(self._life))}</title><desc>{escape(describe(self._life))}</desc>",
            f"<style>{STYLE}</style>" if self._styled else "",
            *self._rows(),
            *self._lanes(),
            *map(self._mark, self._life.marks),
            *map(self._cycle, self._life.cycles),
            *self._footnotes(),
            *self._legend(),
            "</svg>\n",
        )
        return "".join(parts)

    def _row_tops(self) -> Iterator[float]:
        """Yield the top of each row: a separator precedes it where the function or the iteration changes."""
        top = float(self._head)
        for index in range(len(self._life.rows)):
            if separator(self._life, index):
                top += GAP
            if self._life.rows[index].missing:
                top += GAP
            yield top
            top += ROW

    def _center(self, lane: int) -> float:
        return self._lanes_left + sum(self._lane_width[:lane]) + self._lane_width[lane] / 2

    def _rows(self) -> Iterator[str]:
        for index, row in enumerate(self._life.rows):
            top = self._tops[index]
            if row.missing:
                yield _text(self._code_left, top - 6, clipped(row.missing.replace("`", ""), MOST_CODE), CODE, "m")
                yield f'<path class="m" d="M14 {_n(top - 10)}h10" stroke-dasharray="3 2"/>'
            if words := separator(self._life, index):
                under = top - (GAP if row.missing else 0)
                yield f'<path d="M8 {_n(under - 3)}H{_n(self._width - 8)}" class="l"/>'
                yield _text(14, under - 7, clipped(words, MOST_SEPARATOR), SMALL, "s d")
            if row.is_place:
                yield f'<rect x="6" y="{_n(top)}" width="{_n(self._lanes_left - 12)}" height="{ROW - 2}" rx="3" fill="var(--p)"/>'
            number, base = _number(row), top + 15
            line = _text(14, base, number, CODE, "d") + _text(self._code_left, base, self._sources[index], CODE, "")
            yield f'<a href="{escape(self._link(row))}">{line}</a>' if self._link is not None else line
            words, mark = self._caption(index)
            if mark is not None:
                yield _text(self._text_left, base, clipped(words, MOST_TEXT), SMALL, f"s {SIGNS[mark.kind].color}")

    def _caption(self, row: int) -> tuple[str, Mark | None]:
        """Return what happens in a row, and the mark that colors it: the most important one."""
        order = list(SIGNS)
        marks = self._life.marks_of(row)
        main = max(marks, key=lambda mark: (mark.kind is MarkKind.ERROR, order.index(mark.kind)), default=None)
        return caption(self._life, row), main

    def _lanes(self) -> Iterator[str]:
        for index, lane in enumerate(self._life.lanes):
            center = self._center(index)
            yield _text(center, 18, lane.name, SMALL, "s h", anchor=True)
            yield _text(center, 33, _subtitle(lane), SMALL, "s d", anchor=True)
            own = [mark for mark in self._life.marks if mark.lane == index and mark.kind is not MarkKind.MODE]
            if not own:
                continue
            points = [(self._tops[mark.row] + ROW / 2 - 1, mark) for mark in own]
            color = "g"
            for (start, mark), (end, after) in itertools.pairwise(points):
                color = _color_after(mark, color)
                yield _line(center, start, end, color, certain=mark.certain and after.certain)
            if lane.end is End.ALIVE:
                start, mark = points[-1]
                yield _line(center, start, self._bottom + 4, "k", certain=mark.certain)
                yield f'<path class="k" d="M{_n(center - 4)} {_n(self._bottom)}l4 6l4-6z"/>'

    def _mark(self, mark: Mark) -> str:
        """Return one mark: beside the others in its cell."""
        sign, dash = SIGNS[mark.kind], "" if mark.certain else ' stroke-dasharray="2 2"'
        names = f"{sign.color} o" if sign.hollow or not mark.certain else sign.color
        return f'<path class="{names}" d="{_outline(mark.kind, *self._point(mark))}"{dash}/>'

    def _point(self, mark: Mark) -> tuple[float, float]:
        """Return the center of a mark: beside the others in its cell."""
        cell = [other for other in self._life.marks_of(mark.row) if other.lane == mark.lane]
        return self._center(mark.lane) + 13 * (cell.index(mark) - (len(cell) - 1) / 2), self._tops[mark.row] + ROW / 2 - 1

    def _cycle(self, cycle: Cycle) -> str:
        """Return two arrows, from each lane to the other."""
        left, right = (self._center(lane) for lane in cycle.lanes)
        y, middle = self._tops[cycle.row] + ROW / 2 - 1, (left + right) / 2
        there = f"M{_n(left + 9)} {_n(y - 3)}Q{_n(middle)} {_n(y - 12)} {_n(right - 9)} {_n(y - 3)}l-6-5m6 5l-7 2"
        back = f"M{_n(right - 9)} {_n(y + 3)}Q{_n(middle)} {_n(y + 12)} {_n(left + 9)} {_n(y + 3)}l6 5m-6-5l7-2"
        return f'<path class="k n" d="{there}{back}"/>'

    def _legend(self) -> Iterator[str]:
        """Yield the marks of the picture with their meaning, on one line."""
        x, y = 14.0, self._bottom + 20 + 18 * len(self._notes)
        for kind in self._signs:
            sign = SIGNS[kind]
            yield f'<path class="{sign.color}{" o" if sign.hollow else ""}" d="{_outline(kind, x + 5, y - 4)}"/>'
            yield _text(x + 18, y, sign.word, SMALL, "s d")
            x += (len(sign.word) + LEGEND) * SMALL

    def _footnotes(self) -> Iterator[str]:
        for index, note in enumerate(self._notes):
            yield _text(14, self._bottom + 20 + 18 * index, note, SMALL, "s h")


def legend(life: Life) -> list[MarkKind]:
    """Return the kinds of marks in a picture, one for each look."""
    kinds = {mark.kind for mark in life.marks}
    return list({(SIGNS[kind].outline, SIGNS[kind].hollow): kind for kind in SIGNS if kind in kinds}.values())


def draw_svg(life: Life, link: Callable[[Row], str] | None = None, *, styled: bool = True) -> str:
    """Return the SVG of a record.

    Args:
        link: returns the address of a row; None for no links.
        styled: the SVG has its own style; False for a page that has `STYLE`.
    """
    return Drawing(life, link, styled=styled).render()


def escape(text: str) -> str:
    """Escape a text for XML: its marks, and the characters that XML lacks or that would steer what shows it."""
    if not text.isprintable():
        text = "".join("\ufffd" if unicodedata.category(each) in UNSAFE or each in "\ufffe\uffff" else each for each in text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _color_after(mark: Mark, color: str) -> str:
    """Return the color of a lane after a mark: of a graph that is freed, that something keeps, or that is alive."""
    if mark.kind in ENDING:
        return "f"
    if mark.kind in KEEPING:
        return "k"
    return "g" if mark.kind in STARTING else color


def _line(x: float, start: float, end: float, color: str, *, certain: bool) -> str:
    if start == end:
        return ""
    dash = ' stroke-dasharray="1 4"' if color == "f" else "" if certain else ' stroke-dasharray="5 4"'
    return f'<path class="{color}{"" if color == "f" else " w"}" d="M{_n(x)} {_n(start)}V{_n(end)}"{dash}/>'


def _outline(kind: MarkKind, x: float, y: float) -> str:
    """Return the outline of a mark around a point."""
    sign = SIGNS[kind]
    return f"M{_n(x + sign.start[0])} {_n(y + sign.start[1])}{sign.outline}"


def _text(x: float, y: float, text: str, column: float, names: str, *, anchor: bool = False) -> str:
    """Return a text of a fixed length."""
    if not text:
        return ""
    middle = ' text-anchor="middle"' if anchor else ""
    classes = f' class="{names}"' if names else ""
    length = f' textLength="{_n(width(text) * column)}"'
    return f'<text x="{_n(x)}" y="{_n(y)}"{classes}{middle}{length}>{escape(text)}</text>'


def _subtitle(lane: Lane) -> str:
    parts = ["gradients"] if lane.kind is LaneKind.GRADIENTS else []
    return ", ".join((*parts, *([f"iteration {lane.turn}"] if lane.turn is not None else [])))


def _number(row: Row) -> str:
    return str(row.line)


def _n(value: float) -> str:
    """Return a number with at most one digit after the point."""
    return f"{value:.1f}".removesuffix(".0")
