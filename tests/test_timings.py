"""`--verbose` reports the time by phase and by file, and the parts add up. Durations are not tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import Run

from graphlint.common.timing import Costs, Phase, Stopwatch

ROUNDING = 0.005
LINE = re.compile(r" +(\d+\.\d\d) s +(\d+) %  (.+)")
GROWS = """import torch

w = torch.ones(3, requires_grad=True)
total = 0
for x in range(100):
    loss = (w * x).sum()
    loss.backward()
    total += loss
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files large enough that a second process pays, with findings that have fixes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.graphlint]\n")
    for number in range(11):
        (tmp_path / f"f{number:02}.py").write_text(GROWS + "# lorem ipsum\n" * 4_000 + "\n")
    (tmp_path / "plain.py").write_text("x = 1\n")
    return tmp_path


def told(err: str) -> tuple[float, dict[str, float], dict[str, float]]:
    """The total, the seconds of each phase and those of the slowest files."""
    total = re.search(r"note: (\d+\.\d\d) s of CPU time", err)
    assert total is not None, err
    phases, _, files = err[total.end() :].partition("\nthe slowest ")
    seconds = [{name: float(spent) for spent, _, name in LINE.findall(part)} for part in (phases, files)]
    return float(total[1]), seconds[0], {name.partition(" (")[0]: spent for name, spent in seconds[1].items()}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_phases_add_up(run: Run, project: Path, jobs: str) -> None:
    """What a reader adds up is what was spent: each phase is told, whichever process it happened in."""
    total, phases, files = told(run(".", "--verbose", "--jobs", jobs, "--no-cache").err)
    assert set(phases) == {phase.value for phase in Phase}
    assert sum(phases.values()) == pytest.approx(total, abs=ROUNDING * (len(phases) + 1))
    assert len(files) == 10
    assert sum(files.values()) <= total + ROUNDING * 11
    assert list(files.values()) == sorted(files.values(), reverse=True)


def test_other_processes_are_named(run: Run, project: Path) -> None:
    """Their time is not that of the process that a shell's `time` measures first."""
    assert "other processes" in run(".", "--verbose", "--jobs", "2", "--no-cache").err
    assert "other processes" not in run(".", "--verbose", "--jobs", "1", "--no-cache").err


def test_what_is_remembered_costs_no_analysis(run: Run, project: Path) -> None:
    """A warm run looks into no file, and says so."""
    run(".", "--jobs", "1")
    _, phases, files = told(run(".", "--verbose", "--jobs", "1").err)
    assert not files
    assert phases[Phase.INTERPRET.value] == phases[Phase.PARSE.value] == phases[Phase.PROVE.value] == 0


def test_quiet_runs_measure_nothing(run: Run, project: Path) -> None:
    """Nobody pays for what nobody reads."""
    assert "CPU time" not in run(".").err
    costs = Costs()
    costs.add("f.py", {Phase.PARSE: 1.0}, here=True)
    assert not costs.files


def test_inner_phases_count_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parse in the middle of an interpretation is a parse; within a proof all is proof."""
    ticks = iter(range(100))
    monkeypatch.setattr("graphlint.common.timing.time.process_time", lambda: float(next(ticks)))
    watch = Stopwatch(running=True)
    with watch.isolated() as spent:
        with watch.phase(Phase.INTERPRET), watch.phase(Phase.PARSE):
            pass
        with watch.phase(Phase.PROVE), watch.phase(Phase.PARSE):
            pass
    assert spent == {Phase.REST: 3, Phase.INTERPRET: 2, Phase.PARSE: 1, Phase.PROVE: 1}
    assert watch.spent() == {Phase.REST: 2}
