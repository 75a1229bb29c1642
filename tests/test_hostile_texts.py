"""Texts and names of others cannot steer the terminal or the log that shows them, nor the shell, nor a cache."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from support import Outcome, Run

BAD = "import torch\nw = torch.ones(1, requires_grad=True)\nloss = w.exp()\nloss.backward()\nloss.backward()\n"
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL = "\x1b[31m\x1b]0;mine\x07\u202e"
LOG = """Traceback (most recent call last):
  File "t{0}.py", line 5, in <mod{0}ule>
    lo{0}ss.backward()
RuntimeError: Trying to backward {0} through the graph a second time
"""


def is_harmless(outcome: Outcome) -> bool:
    return not STEERS.search(outcome.out + outcome.err)


def test_a_traceback_cannot_steer_the_terminal(run: Run, project: Path) -> None:
    (project / "t.py").write_text(BAD)
    (project / "log.txt").write_text(LOG.format(EVIL), encoding="utf-8")
    outcome = run("explain", "log.txt", "--color", "never")
    assert outcome.out
    assert is_harmless(outcome)


@pytest.mark.parametrize(
    "settings", [r'"\u001b[31mx" = 1', r'select = ["\u001b[31mGL1"]', r'extend = "\u001b[31m.toml"', r'exclude = ["[\u001b[31m"]']
)
def test_settings_cannot_steer_the_terminal(run: Run, project: Path, settings: str) -> None:
    (project / "t.py").write_text(BAD)
    (project / "graphlint.toml").write_text(settings + "\n")
    outcome = run(".", "--no-cache")
    assert outcome.status == 2
    assert is_harmless(outcome)


@pytest.mark.skipif(sys.platform == "win32", reason="names of files have no such characters there")
@pytest.mark.parametrize(
    "words", [["."], [".", "--show-files"], [".", "--statistics"], ["config", f"a{EVIL}.py"], [f"missing{EVIL}.py"], ["rule", EVIL]]
)
def test_names_cannot_steer_the_terminal(run: Run, project: Path, words: list[str]) -> None:
    """Also not in errors and in what other commands print."""
    for name in (f"a{EVIL}.py", "b\n::error file=x::injected.py", "-rf.py"):
        (project / name).write_text(BAD, encoding="utf-8")
    assert is_harmless(run(*words, "--no-cache") if words[0] not in ("config", "rule") else run(*words))


def test_a_command_to_explain_is_passed_as_words(run: Run, project: Path) -> None:
    """No shell reads them."""
    script = "import sys; print(sys.argv[1:], file=sys.stderr); sys.exit(1)"
    words = ["$(touch made)", "; touch made", "`touch made`", "a b", "*"]
    outcome = run("explain", "--", sys.executable, "-c", script, *words)
    assert str(words) in outcome.err
    assert not (project / "made").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_in_a_cache_are_not_written_through(run: Run, project: Path) -> None:
    """A cloned repository may bring a cache whose files are links to those of the user."""
    (project / "t.py").write_text(BAD)
    victim = project / "victim"
    victim.write_text("x")
    cache = project / ".graphlint_cache"
    cache.mkdir()
    for name in (".gitignore", "CACHEDIR.TAG", "0" * 32 + ".json"):
        (cache / name).symlink_to("../victim")
    assert run(".").status == 1
    run("clean")
    assert victim.read_text() == "x"
