"""Comments, docstrings and strings change no finding: marked programs are checked with texts full of PyTorch's words in every place."""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from marked_programs import PROGRAMS, exceptions, marks, name_of, rules_for, sampled
from program_findings import check

COMMENT = "# with torch.no_grad(): for loss in losses: loss.backward(), optimizer.zero_grad(), net.eval(), x.detach().data, self.a += f()"
STRING = '"if net.train() else loss.backward(retain_graph=True); optimizer.step(); self.losses.append(loss(x)); return self.weight"'
DOCSTRING = '''"""
import tensorflow
def training_step(self): net.eval(); model.parameters(); net.zero_grad(); net.step(); x.grad.data.add_(1)
class Fake(Module): requires_grad = Linear(1, 1)
"""'''
SKIPPED = frozenset((tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER))


@dataclass
class Rewriter:
    """Inserts texts without a meaning into a program, and counts the lines that move."""

    text: str
    lines: list[str] = field(default_factory=list)
    before: dict[int, list[str]] = field(default_factory=dict)

    def rewrite(self) -> str:
        """Return the program with a comment and a string at the end of each statement, and a docstring at the start of each block."""
        self.lines = self.text.splitlines()
        statement: list[tokenize.TokenInfo] = []
        indented, opens_cases = False, False
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.INDENT:
                # A match statement begins with a case: nothing else may stand there.
                indented = not opens_cases
            elif token.type == tokenize.NEWLINE:
                self._end_statement(statement)
                opens_cases = (statement[0].string, statement[-1].string) == ("match", ":")
                statement = []
            elif token.type not in SKIPPED:
                if indented:
                    first, *others = DOCSTRING.split("\n")
                    self.before[token.start[0]] = [token.line[: token.start[1]] + first, *others]
                    indented = False
                statement.append(token)
        found = [COMMENT]
        for number, line in enumerate(self.lines, 1):
            found += [*self.before.get(number, ()), line]
        return "\n".join(found) + "\n"

    def moved(self, line: int) -> int:
        """Return the line to which a line has moved."""
        return 1 + line + sum(len(added) for at, added in self.before.items() if at <= line)

    def _end_statement(self, statement: list[tokenize.TokenInfo]) -> None:
        last = statement[-1]
        row, column = last.end
        line = self.lines[row - 1]
        rest = line[column:]
        if "#" not in rest:
            rest = f"{rest}  {COMMENT}"
        words = [token.string for token in statement]
        if last.string != ":" and words[0] != "@" and words[:2] != ["from", "__future__"]:
            rest = f"; {STRING}{rest}"
        self.lines[row - 1] = line[:column] + rest


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Rewriter], dict[str, set[tuple[int, str]]]]:
    """The rewritten programs, and the findings in them."""
    folder = tmp_path_factory.mktemp("programs")
    programs = {}
    for path in sampled(PROGRAMS, 4, 32):
        name = name_of(path)
        programs[name] = Rewriter(path.read_text(encoding="utf-8"))
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(programs[name].rewrite(), encoding="utf-8")
    found = {}
    for path, items in check([Path()], ("GL",), folder=folder).items():
        found[path.relative_to(folder.resolve()).as_posix()] = {(row, code) for row, _, code in items}
    return programs, found


@pytest.mark.sampled
def test_comments_and_strings_change_no_finding(
    rewritten: tuple[dict[str, Rewriter], dict[str, set[tuple[int, str]]]],
) -> None:
    """Text is no code: whatever it says, each program has the findings that its marks say, in the lines to which these moved."""
    programs, found = rewritten
    wrong = {}
    known = exceptions("analysis")
    for path in sampled(PROGRAMS, 4, 32):
        name = name_of(path)
        codes = {rule.code for rule in rules_for(name)}
        wanted = {(programs[name].moved(line), code) for line, code in marks(path.read_text(encoding="utf-8"))}
        got = {item for item in found.get(name, set()) if item[1] in codes}
        if wanted != got and name not in known:
            wrong[name] = (sorted(wanted - got), sorted(got - wanted))
    assert wrong == {}


def test_the_rewriter_leaves_the_code_as_it_is() -> None:
    """Texts that do not get into the programs would change nothing, and a program that does not parse has no findings."""
    rewriter = Rewriter("import torch\n\n\n@torch.no_grad()\ndef f(x):\n    return x  # ! GL101\n")
    text = rewriter.rewrite()
    compile(text, "rewritten", "exec")
    assert text.splitlines()[rewriter.moved(6) - 1].startswith("    return x; ")
    assert text.count(STRING) == 2
    assert text.count(COMMENT) == 4
    assert DOCSTRING in text
