"""What a snippet shows of the values that it does not define: leaves, names that it binds again, losses; cells without their outputs."""

from __future__ import annotations

import pytest

import graphlint
from graphlint.source.snippets.snippet import Snippet


def found(text: str) -> list[tuple[int, str]]:
    """Row and code of each finding in a snippet."""
    result = graphlint.check_source(text, snippet=True, fixes=False)
    assert not result.failures, result.failures
    return [(item.place.start.row, item.code) for item in result.diagnostics]


UPDATES = [
    pytest.param("loss.backward()\nw -= lr * w.grad\n", [(2, "GL106")], id="in place"),
    pytest.param("loss.backward()\nx.sub_(rate * x.grad)\n", [(2, "GL106")], id="by a method"),
    pytest.param("for b in data:\n    loss = (b @ w).sum()\n    loss.backward()\n    w = w - lr * w.grad\n", [(4, "GL403")], id="rebound"),
    pytest.param(
        "for b in data:\n    loss = (b @ w).sum()\n    loss.backward()\n    w.data -= lr * w.grad.data\n", [(3, "GL501")], id="not reset"
    ),
    pytest.param("loss.backward()\nwith torch.no_grad():\n    w -= lr * w.grad\n", [], id="without grad mode"),
    pytest.param("h.retain_grad()\nloss.backward()\nh -= lr * h.grad\n", [], id="retained gradient of another tensor"),
    pytest.param("loss.backward()\nw -= lr * v.grad\n", [], id="gradient of another name"),
    pytest.param("loss.backward()\nadversarial = x + eps * x.grad.sign()\n", [], id="step on a copy"),
    pytest.param(
        "for b in data:\n    (b @ w).sum().backward()\n    w.data -= lr * w.grad.data\n    w.grad.data.zero_()\n",
        [],
        id="reset through data",
    ),
]


@pytest.mark.parametrize(("text", "findings"), UPDATES)
def test_a_name_that_is_updated_from_its_own_gradient_is_a_leaf(text: str, findings: list[tuple[int, str]]) -> None:
    assert found(text) == findings


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("w = w - g", ("w", "g")),
        ("for x in rows:\n    y = x\n    z = z + y", ("rows", "z")),
        ("with lock(name) as held:\n    held.use()", ("lock", "name")),
        ("pairs = [(a, b) for a in rows for b in a if b]", ("rows",)),
        ("f = lambda x, y=z: x + y + k", ("z", "k")),
        ("def f(x=default):\n    return x + later", ("default", "later")),
        ("try:\n    x\nexcept Wrong as error:\n    error", ("x", "Wrong")),
        ("rows[i] = value\ni = 0", ("rows", "i", "value")),
        ("total += part\ntotal", ("total", "part")),
        ("x = 1\nx = x + 1", ()),
        ("if (n := size) > 3:\n    n", ("size",)),
        ("match shape:\n    case [first, *rest]:\n        first, rest, last", ("shape", "last")),
    ],
)
def test_a_name_that_is_read_before_it_is_bound_is_free(text: str, names: tuple[str, ...]) -> None:
    assert graphlint.check_source(f"{text}\nloss.backward()\n", snippet=True).assumed[0].names == (*names, "loss")


def test_a_plain_backward_shows_that_the_loss_is_one_number() -> None:
    start = "for x, y in loader:\n    loss = criterion(model(x), y)\n"
    assert found(f"{start}    loss.backward()\n    total += loss.data[0]\n") == [(4, "GL904")]
    assert found(f"{start}    loss.backward(torch.ones(3))\n    total += loss.data[0]\n") == []
    assert found(f"{start}    out = model(x)\n    loss.backward()\n    total += out.data[0]\n") == []


FORWARD = """\
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        y = self.first(x).{start}
        {change}
        return {end}
"""
CHANGES = [
    pytest.param("tanh()", "y += self.second(x)", "y", [(8, "GL105")], id="saved result"),
    pytest.param("abs()", "z = self.second(y); y.add_(z)", "y * 2", [(8, "GL105")], id="saved operand"),
    pytest.param("exp()", "y[0] = 0; y = F.relu(y, inplace=True)", "y.sum()", [(8, "GL105")], id="the first of two changes"),
    pytest.param("tanh()", "y = y + self.second(x)", "y", [], id="out of place"),
    pytest.param("abs()", "z = self.second(y.clone()); y.add_(z)", "y * 2", [], id="the copy is saved"),
    pytest.param("add(1)", "y += self.second(x)", "y", [], id="nothing saved"),
]


@pytest.mark.parametrize(("start", "change", "end", "findings"), CHANGES)
def test_a_module_whose_training_is_not_shown_is_trained(start: str, change: str, end: str, findings: list[tuple[int, str]]) -> None:
    text = FORWARD.format(start=start, change=change, end=end)
    assert found(text) == findings
    assert graphlint.check_source(f"import torch\nfrom torch import nn\n{text}").diagnostics == ()
    inference = text.replace("    def forward", "    @torch.no_grad()\n    def forward")
    assert found(inference) == []


def test_a_module_whose_training_is_shown_has_one_finding() -> None:
    text = FORWARD.format(start="tanh()", change="y += self.second(x)", end="y")
    assert found(f"{text}\nBlock()(x).sum().backward()\n") == [(11, "GL105")]


PAGE = """\
In [3]:
x = torch.ones(3, requires_grad=True)

def loss_of(x):

    return (x * x).sum()

loss = loss_of(x)
loss

tensor(3., grad_fn=<SumBackward0>)

In [4]:
%matplotlib inline
loss.backward()

In [ ]:
loss.backward()
x.grad

RuntimeError: Trying to backward through the graph a second time

Out[5]:
tensor([1., 1., 1.])
"""


def test_cells_below_their_prompts_are_read_without_outputs() -> None:
    assert found(PAGE) == [(18, "GL101")]
    assert found(PAGE.replace("In [4]:\n", "In [4]: print(x)\n")) == []  # what follows a prompt with code is output
    assert "Out" not in Snippet.from_text("page.txt", PAGE).text


def test_a_cell_of_which_nothing_is_code_is_refused_at_its_place() -> None:
    assert found("In [1]:\nx = = 1\n\nIn [2]:\nloss.backward()\n") == [(2, "GL000")]


COPIED = "logits = torch.tensor(logits.float(), requires_grad=True)\nloss = F.cross_entropy(logits, labels.view(-1))\n"


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        pytest.param(f"{COPIED}loss.backward()\nself.optimizer.step()\n", [(1, "GL401")], id="an optimizer steps"),
        pytest.param(f"{COPIED}loss.backward()\nprint(logits.grad)\nself.optimizer.step()\n", [], id="the gradient is read"),
        pytest.param(f"{COPIED}loss.backward()\nadjust(logits)\nself.optimizer.step()\n", [], id="other code receives the copy"),
        pytest.param(f"{COPIED}opt = make([logits])\nloss.backward()\nopt.step()\n", [], id="an optimizer may own the copy"),
        pytest.param(f"{COPIED}loss.backward()\n", [], id="nothing steps"),
        pytest.param(f"{COPIED}return loss\n", [(1, "GL401")], id="the loss is returned"),
        pytest.param(f"{COPIED}return logits, loss\n", [], id="the copy is returned"),
        pytest.param("x = torch.tensor(x, requires_grad=True)\nreturn criterion(model(x), y)\n", [], id="an input of a model"),
        pytest.param("x = torch.tensor(x, requires_grad=True)\nreturn x.view(-1)\n", [], id="no loss"),
    ],
)
def test_a_prediction_that_is_only_copied_trains_nothing(text: str, findings: list[tuple[int, str]]) -> None:
    assert found(text) == findings


ITERATION = "        optimizer.zero_grad()\n        loss = loss_fn(model(x), y)\n        loss.backward()\n"


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        pytest.param(f"{ITERATION}        if (i + 1) % k == 0:\n            optimizer.step()\n", [(1, "GL505")], id="a counter"),
        pytest.param(f"{ITERATION}        if ready:\n            optimizer.step()\n", [], id="another condition"),
        pytest.param(f"{ITERATION}        optimizer.step()\n        if i % 10 == 0:\n            plan.step()\n", [], id="each steps"),
        pytest.param(f"i = 3\n{ITERATION.replace('        ', '')}if i % k == 0:\n    optimizer.step()\n", [], id="a number"),
        pytest.param(
            "        loss = loss_fn(model(x), y)\n        loss.backward()\n        if i % k == 0:\n            optimizer.step()\n"
            "            optimizer.zero_grad()\n",
            [],
            id="the reset follows the step",
        ),
    ],
)
def test_statements_that_test_a_counter_are_the_body_of_a_loop(text: str, findings: list[tuple[int, str]]) -> None:
    assert found(text) == findings
