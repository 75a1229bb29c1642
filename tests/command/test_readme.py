"""What README.md and docs/ci.md tell people to type works, as it stands there."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from .conftest import Laboratory

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ {4,}(?:- (?:run: )?)?(graphlint (?!server)[^#`\n]*[^#`\s])", README + CI, re.MULTILINE)


def test_there_are_commands_of_each_kind() -> None:
    """Else the test below shows nothing."""
    words = {word for command in COMMANDS for word in shlex.split(command)}
    assert {"rule", "--fix", "--diff", "--write-baseline", "--baseline", "sarif", "gitlab", "--output-file"} <= words


@pytest.mark.parametrize("command", dict.fromkeys(COMMANDS))
def test_every_command_works(lab: Laboratory, command: str) -> None:
    """On a project with findings; none of them fails for another reason."""
    lab("--write-baseline", "known.json", ".")
    lab.put("train.log", 'Traceback (most recent call last):\n  File "train.py", line 1, in <module>\nRuntimeError: no data\n')
    # The branch of the examples, here and on the other side.
    for reference in ("refs/heads/main", "refs/remotes/origin/main"):
        subprocess.run(("git", "update-ref", reference, "HEAD"), cwd=lab.folder, check=True)
    assert lab(*shlex.split(command.replace("$BASE", "main"))[1:]).status in (0, 1)


def test_the_example_is_real_output() -> None:
    """Line by line; ` ...` stands for the rest of a line."""
    block = re.search(r"^    (examples/\S+\.py):(?:.*\n)(?:    .*\n)+", README, re.MULTILINE)
    assert block
    command = [sys.executable, "-m", "graphlint", "check", "--isolated", "--no-cache", block[1]]
    output = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout.splitlines()
    for line in textwrap.dedent(block[0]).splitlines():
        whole, dots, _ = line.partition(" ...")
        assert any(shown.startswith(whole) if dots else shown.rstrip() == line.rstrip() for shown in output), line


def test_the_confirmed_example_is_real_output() -> None:
    """Line by line, if PyTorch is installed: the bytes are those that it saves."""
    block = re.search(r"^    \$ (graphlint confirm (examples/\S+))\n((?:    .*\n)+)", README, re.MULTILINE)
    assert block
    if importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed")
    command = [sys.executable, "-m", "graphlint", "confirm", "--torch", "--isolated", block[2]]
    output = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT).stdout
    shown = textwrap.dedent(block[3])
    assert shown.startswith("...\n"), "it is not all that the command prints"
    assert shown.endswith("\n...\n"), "it is not all that the command prints"
    assert shown.removeprefix("...\n").removesuffix("...\n") in output


def test_continuous_integration_runs_the_commands_of_a_clone() -> None:
    """As they stand, in a fresh copy."""
    commands = re.findall(r"^    (python3 scripts/dev\.py \w+)", README, re.MULTILINE)
    assert len(commands) == 2
    ran = re.findall(r"^(python3 scripts/dev\.py .*?)(?: > .*)?$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert ran == commands


def test_the_settings_are_settings(lab: Laboratory) -> None:
    """And say what they seem to."""
    block = re.search(r"^    \[tool\.graphlint\]\n(?:    .*\n)+", README, re.MULTILINE)
    assert block
    (lab.folder / "graphlint.toml").unlink()
    lab.put("pyproject.toml", re.sub("^    ", "", block.group(), flags=re.MULTILINE))
    shown = lab("config").out
    assert re.search(r'^ignore = \["eval-builds-graph"\] +# pyproject.toml$', shown, re.MULTILINE)


def test_the_comments_suppress(lab: Laboratory) -> None:
    """Each of them."""
    comments = re.findall(r"loss\.backward\(retain_graph=True\)  (#.*)", README)
    assert len(comments) == 2
    for comment in comments:
        lab.put(
            "src/lab/metrics.py",
            lab.text("src/lab/metrics.py").splitlines()[0]
            + f"\nw = torch.randn(3, requires_grad=True)\nloss = (w * w).sum()\nloss.backward(retain_graph=True)  {comment}\n",
        )
        assert lab("src/lab/metrics.py").status == 0


def test_the_hooks_are_there() -> None:
    """Under the names by which people are told to use them."""
    hooks = set(re.findall(r"^- id: (\S+)", (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"), re.MULTILINE))
    assert hooks == {"graphlint", "graphlint-fix"}
    assert all(re.search(rf"\b{hook}\b", README) and re.search(rf"id: {hook}\b", CI) for hook in hooks)


def test_every_link_of_the_readme_works_on_the_index() -> None:
    """PyPI shows it without the files around it: links are absolute, below the address of the repository, and lead to files here."""
    assert re.findall(r"\]\((?!https:)[^)]*\)", README) == []
    source = re.search(r'^Source = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert source
    pages = f"{source[1]}/blob/main/"
    raw = pages.replace("github.com", "raw.githubusercontent.com").replace("/blob/", "/")
    defined = dict(re.findall(r"^\[([\w-]+)\]: (\S+)$", README, re.MULTILINE))
    assert set(re.findall(r"\]\[([\w-]+)\]", README)) == defined.keys()
    pictures = re.findall(r"^!\[.*\]\((\S+)\)$", README, re.MULTILINE)
    assert pictures
    for address, base in [*((address, pages) for address in defined.values()), *((address, raw) for address in pictures)]:
        assert address.startswith(base)
        file, _, section = address.removeprefix(base).partition("#")
        assert (ROOT / file).is_file(), address
        assert not section or section in anchors(ROOT / file), address


def anchors(page: Path) -> set[str]:
    """The names under which GitHub links to the headings of a page."""
    return {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)}


def test_every_link_leads_to_a_file() -> None:
    """Within the repository."""
    for name in (
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")),
    ):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)", text):
            assert (ROOT / name).parent.joinpath(target).exists(), (name, target)
