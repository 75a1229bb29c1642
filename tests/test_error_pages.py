"""The pages of error messages, docs/errors: their titles are PyTorch's sentences, and each program on them raises what the page says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from error_causes import FOLDER, PRINTED, Cause, all_causes, printed
from forks import forking_environment
from test_marks_against_torch import torch_is_installed

from graphlint import check_source
from graphlint.explain.messages import Message, messages, relevant_error
from graphlint.explain.parse_traceback import parse

PAGES = Path(__file__).resolve().parents[1] / "docs" / "errors"
CAUSES = all_causes()
LONGEST_TITLE = 130


def traceback_of(cause: Cause) -> str:
    """Return a traceback with what PyTorch prints for the program of a cause."""
    line = cause.raising_line or next(n for n, text in enumerate(cause.program.splitlines(), 1) if "# GL" in text)
    source = cause.program.splitlines()[line - 1].strip()
    return f'Traceback (most recent call last):\n  File "example.py", line {line}, in <module>\n    {source}\n{printed()[cause.key]}\n'


@pytest.mark.parametrize("message", messages(), ids=lambda message: message.name)
def test_the_title_is_a_sentence_that_pytorch_prints(message: Message) -> None:
    pattern = ".+?".join(map(re.escape, message.title.split("…")))
    texts = [text for key, text in printed().items() if key.rpartition("-")[0] == message.name]
    assert any(re.search(pattern, text) for text in texts)
    assert len(message.title) <= LONGEST_TITLE
    assert not message.title.endswith(".")
    assert [other.name for other in messages() if other.title == message.title] == [message.name]


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.key)
def test_what_a_program_prints_is_the_message_of_its_page(cause: Cause) -> None:
    found = relevant_error(parse(traceback_of(cause)).errors)
    assert found is not None
    assert found[1] is cause.message


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.key)
def test_graphlint_reports_nothing_in_the_corrected_program(cause: Cause) -> None:
    assert cause.mended not in ("", cause.program)
    assert check_source(cause.mended, fixes=False).diagnostics == ()


def test_each_file_belongs_to_a_cause() -> None:
    keys = {cause.key for cause in CAUSES}
    files = {path.stem.removesuffix("_ok") for path in FOLDER.glob("*.py")}
    assert files <= keys
    assert len(files) < len(keys)
    assert list(printed()) == [cause.key for cause in CAUSES]
    assert {path.name for path in FOLDER.iterdir()} == {PRINTED.name} | {f"{name}{end}.py" for name in files for end in ("", "_ok")}


def test_each_message_has_a_page_with_its_causes_in_order() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == {"README", *(message.name for message in messages())}
    text = (PAGES / "freed.md").read_text(encoding="utf-8")
    assert "\n# Trying to backward through the graph a second time" in text
    assert re.findall(r"\(GL\d+\)", text) == ["(GL101)", "(GL102)", "(GL103)"]
    assert text.count("```text\nRuntimeError: Trying to backward") == 3
    assert f"Each of the {len(messages())} messages" in (PAGES.parent / "explain.md").read_text(encoding="utf-8")


@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.skipif(not torch_is_installed(), reason="PyTorch is not installed, so the programs cannot be run")
def test_each_program_raises_on_pytorch_what_its_page_says() -> None:
    """The corrected program runs to its end."""
    command = [sys.executable, str(Path(__file__).with_name("error_causes_on_torch.py"))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=forking_environment())
    assert run.returncode == 0, run.stderr[-2000:]
    seen = {key: tuple(answer) for key, answer in json.loads(run.stdout).items()}
    expected = {cause.key: (printed()[cause.key], cause.raising_line or seen[cause.key][1], "") for cause in CAUSES}
    assert seen == expected
