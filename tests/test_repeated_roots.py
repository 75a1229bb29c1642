"""A function that the module's own code executed as a root would be needs no run of its own, and no function that only calls it."""

from __future__ import annotations

import pytest

from graphlint.check.analyze import analyze
from graphlint.rule.registry import discover
from graphlint.source.source import Source

BRANCHES = "\n".join(f"    if flag({number}):\n        loss = loss + net(x).mean()" for number in range(6))
SCRIPT = (
    "import torch\nfrom options import flag, data\n\n\n"
    "def main():\n    net = torch.nn.Linear(3, 1)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n    x = data()\n"
    f"    loss = net(x).mean()\n{BRANCHES}\n    loss.backward()\n    loss.backward()\n    optimizer.step()\n\n\n"
    "def worker(index):\n    main()\n\n\n"
)
CALL = "if __name__ == '__main__':\n    main()\n"


def roots_of(text: str) -> tuple[list[int], list[str]]:
    """Return the lines of the functions that are executed as roots, and the codes found."""
    found = analyze(Source("subject.py", text), [rule() for rule in discover().rules])
    functions = (item.root.function for item in found.roots)
    return sorted(item[1] for item in functions if item is not None), [item.code for item in found.findings]


def test_script_function_is_executed_once() -> None:
    roots, codes = roots_of(SCRIPT + CALL)
    assert (roots, codes) == ([], ["GL101"])


def test_function_that_no_module_code_calls_is_a_root() -> None:
    roots, codes = roots_of(SCRIPT)
    assert roots
    assert codes == ["GL101"]


@pytest.mark.parametrize(
    "call",
    [
        "if __name__ == '__main__':\n    with torch.no_grad():\n        main()\n",
        "for _ in range(3):\n    main()\n",
        "def run(function):\n    function()\n\n\nrun(main)\n",
    ],
    ids=["in another grad mode", "in a loop", "through another function"],
)
def test_function_called_otherwise_is_a_root(call: str) -> None:
    assert roots_of(SCRIPT + call)[0]
