"""A text that an editor edits, in UTF-16 code units."""

from __future__ import annotations

from dataclasses import dataclass

CR, LF = b"\r\0", b"\n\0"
Range = dict[str, dict[str, int]]


@dataclass
class EditedText:
    """The text; `units` is its UTF-16 form, in which a lone surrogate is possible."""

    units: bytes

    @classmethod
    def of(cls, text: str) -> EditedText:
        return cls(text.encode("utf-16-le", "surrogatepass"))

    @property
    def text(self) -> str:
        return self.units.decode("utf-16-le", "surrogatepass")

    def __len__(self) -> int:
        return len(self.units) // 2

    def replace(self, start: int, length: int, text: str) -> Range:
        """Replace code units, and return their range before. A start beyond the end counts from the start again."""
        start %= len(self) + 1
        end = min(start + length, len(self))
        start, end = self._outside_line_end(start), self._outside_line_end(end)
        changed = {"start": self.position(start), "end": self.position(end)}
        self.units = self.units[: 2 * start] + text.encode("utf-16-le", "surrogatepass") + self.units[2 * end :]
        return changed

    def line_start(self, at: int) -> int:
        """Return the start of the line of a code unit."""
        return max((start for start in self._line_starts() if start <= at % (len(self) + 1)), default=0)

    def position(self, at: int) -> dict[str, int]:
        """Return the position of a code unit."""
        starts = [start for start in self._line_starts() if start <= at]
        return {"line": len(starts) - 1, "character": at - starts[-1]}

    def _line_starts(self) -> list[int]:
        starts = [0]
        for at in range(len(self)):
            unit, following = self.units[2 * at : 2 * at + 2], self.units[2 * at + 2 : 2 * at + 4]
            if unit == LF or (unit == CR and following != LF):
                starts.append(at + 1)
        return starts

    def _outside_line_end(self, at: int) -> int:
        """Return the end of a line end that a position would split: the protocol has no such position."""
        return at + 1 if at and self.units[2 * at - 2 : 2 * at + 2] == CR + LF else at
