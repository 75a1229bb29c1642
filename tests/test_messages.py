"""The text of findings: a headline, notes and help that name the user's code, and no word of a private dialect."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from marked_programs import sampled

from graphlint import Settings, check_source
from graphlint.check.diagnostic import Diagnostic
from graphlint.rule.fix import LONGEST_TITLE, shortened
from graphlint.rule.registry import discover

PROGRAMS = Path(__file__).parent / "programs"
RAISES = {rule.code: rule.raises for rule in discover().rules if rule.raises}
CODE = re.compile(r"`[^`]*`")
NOT_USED = re.compile(
    r"\b(walk(s|ed|ing)?|hangs?( on)?|at hand|unseen|nobody|somebody|anew|behind|told|(?<!there )is no|out of sight|veiled|blurred"
    r"|hands? over|handed|fed|rewrapped|goes unnoticed|for nothing)\b"
)
MEMBER = re.compile(r"\b[A-Z]\w*\.[A-Z_]+\b")
"""A member of an enum of the analysis, which a text may show by mistake."""

SUMMED = """\
import torch
from torch import nn

model = nn.Linear(3, 3)
total = error = 0.0
for inputs in torch.randn(4, 2, 3):
    outputs = model(inputs)
    loss = (outputs - inputs).pow(2).mean()
    loss.backward()
    total = total + loss / 4
    error = error + (outputs - inputs).abs().mean()
print(total, error)
"""

TWO_MODELS = """\
import torch
from torch import nn


def slopes(model):
    for number in range(2):
        print(model(torch.randn(4, 2)).mean().item())


slopes(nn.Linear(2, 2))
norm = nn.BatchNorm1d(2)
norm.eval()
slopes(norm)
"""

CARRIED = """\
import torch
from torch import nn

cell = nn.{cell}
{name} = torch.zeros(1, 2)
for inputs in torch.randn(3, 1, 2):
    {step}
    {name}.sum().backward()
"""

CHANGED = """\
import torch

weight = torch.ones(3, requires_grad=True)
saved = weight * 2
loss = (saved * saved).sum()
{change}
loss.backward()
"""


def found(text: str, code: str) -> list[Diagnostic]:
    """The findings of a rule, in order."""
    return [item for item in check_source(text, settings=Settings(), fixes=False).diagnostics if item.code == code]


def faults(item: Diagnostic) -> list[str]:
    """The ways in which a finding's text breaks the rules for messages."""
    wrong = []
    plain = CODE.sub("CODE", item.message)
    if len(plain.split()) > 12:
        wrong.append(f"{len(plain.split())} words")
    if not (item.notes or item.help):
        wrong.append("neither note nor help")
    if re.search(r"\bthis\b", plain):
        wrong.append("this")
    if item.code in RAISES and item.code.startswith("GL1") and not any(re.search(RAISES[item.code], note) for note in item.notes):
        wrong.append("no error text")
    texts = (item.message, *item.notes, item.help, *(other.message for other in item.related))
    wrong += [text for text in texts if text.endswith(".") or text.count("`") % 2 or NOT_USED.search(CODE.sub("", text))]
    wrong += [text for text in texts if MEMBER.search(CODE.sub("", text))]
    return wrong


@pytest.fixture(scope="module")
def diagnostics() -> list[tuple[str, Diagnostic]]:
    """The findings in all programs, each with the name of its program."""
    settings = Settings(select=("GL",))
    programs = sampled((path for path in PROGRAMS.rglob("*.py") if "# ! GL" in path.read_text(encoding="utf-8")), 1, 16)
    return [
        (path.name, item)
        for path in programs
        for item in check_source(path.read_text(encoding="utf-8"), filename=path, settings=settings, fixes=False).diagnostics
    ]


@pytest.mark.sampled
def test_texts_of_findings_keep_to_the_rules(diagnostics: list[tuple[str, Diagnostic]]) -> None:
    """At most twelve words that name the subject; PyTorch's own error where it raises; the words of the field."""
    assert len({item.code for _, item in diagnostics}) > 30
    assert [(name, item.code, wrong) for name, item in diagnostics if (wrong := faults(item))] == []


@pytest.mark.parametrize(
    "text",
    [
        "unused.",
        "an odd `tick",
        "it holds an TensorRole.INPUT of `f()`",
        "the graph that nobody walks",
        "one two three four five six seven eight nine ten eleven twelve x",
    ],
)
def test_a_text_that_breaks_the_rules_is_noticed(text: str, diagnostics: list[tuple[str, Diagnostic]]) -> None:
    """A check that every text passes would prove nothing."""
    _, item = diagnostics[0]
    assert faults(Diagnostic("GL201", "name", item.severity, text, item.place, help="remove it"))
    assert faults(Diagnostic("GL201", "name", item.severity, "`code` is unused", item.place))
    assert faults(Diagnostic("GL101", "name", item.severity, "`code` is unused", item.place, notes=("it raises",)))


def test_a_sum_keeps_what_no_backward_has_reached() -> None:
    """Of the loss only nodes are left after its backward; a metric beside it keeps what its own operations have saved."""
    of_the_loss, of_the_metric = found(SUMMED, "GL202")
    assert of_the_loss.message == "`total` keeps every iteration's autograd graph alive"
    assert of_the_loss.notes == ("memory grows by a few KiB per iteration (activations are already freed)",)
    assert of_the_metric.message == "`error` keeps every iteration's autograd graph alive"
    assert "the activations of the part that no `backward()` reaches" in of_the_metric.notes[0]


@pytest.mark.parametrize(
    ("then", "note"),
    [("torch.set_grad_enabled(False)", "grad mode does not change"), ("print()", "grad mode does not change, and graphs are built")],
)
def test_a_mode_that_is_not_entered_states_what_the_program_builds(then: str, note: str) -> None:
    """Where a switch follows, no graph is built, although the context manager has no effect."""
    (item,) = found(
        f"import torch\nfrom torch import nn\n\nnet = nn.Linear(3, 1)\ntorch.no_grad()\n{then}\nprint(net(torch.randn(2, 3)))\n", "GL302"
    )
    assert item.notes == (note,)


def test_a_call_is_of_the_module_that_is_in_evaluation() -> None:
    """The helper is first called with another, which is in training mode."""
    (item,) = found(TWO_MODELS, "GL301")
    assert item.message == "Evaluation of `model` builds an autograd graph that is never used"
    assert "`BatchNorm1d` keeps its activations" in item.notes[0]


def test_an_evaluation_shows_where_eval_mode_began() -> None:
    """There the line is that says so; nothing is shown for a module that only names say is evaluated."""
    (item,) = found(TWO_MODELS, "GL301")
    shown = {place.message: TWO_MODELS.splitlines()[place.place.start.row - 1] for place in item.related}
    assert shown == {"`BatchNorm1d` switched to eval mode here": "norm.eval()"}
    (item,) = found(TWO_MODELS.replace("norm.eval()\n", "").replace("slopes", "validate"), "GL301")
    assert item.related == ()


@pytest.mark.parametrize(
    ("cell", "name", "step"),
    [
        ("RNNCell(2, 2)", "state", "state = cell(inputs, state)"),
        ("GRUCell(2, 2)", "self_hidden", "self_hidden = cell(\n        inputs, self_hidden\n    )"),
        ("RNN(2, 2)", "memory", "output, memory = cell(inputs, memory)"),
    ],
)
def test_a_carried_state_is_named(cell: str, name: str, step: str) -> None:
    """By the name that one iteration binds and the next one reads."""
    (item,) = found(CARRIED.format(cell=cell, name=name, step=step), "GL103")
    assert item.message == f"Hidden state `{name}` still references the previous iteration's freed graph"
    assert item.help == f"detach `{name}` at the start of each iteration"
    assert item.notes[0].startswith("in the second iteration PyTorch raises ")


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ("saved += 1", "`saved += 1`"),
        ("saved.add_(1)", "`saved.add_(1)`"),
        ("saved += torch.full_like(saved, fill_value=3.0) * 2", "`saved += ...`"),
        ("saved.add_(torch.full_like(saved, fill_value=3.0) * 2)", "`saved.add_()`"),
    ],
)
def test_a_change_is_shown_as_it_is_spelled(change: str, shown: str) -> None:
    """A long one by what it changes or calls."""
    (item,) = found(CHANGED.format(change=change), "GL105")
    assert item.message == f"{shown} modified a tensor that a later `backward()` needs"


def test_a_change_of_a_parameter_is_a_step_only_if_an_optimizer_makes_it() -> None:
    """Nothing is said of a step or of an optimizer where there is none."""
    text = "import torch\n\nweight = torch.ones(3, requires_grad=True)\npenalty = weight.norm()\n{change}\npenalty.backward()\n"
    (item,) = found(text.format(change="with torch.no_grad():\n    weight.mul_(0.9)"), "GL104")
    assert item.message == "`weight.mul_(0.9)` modified a parameter that a later `backward()` needs"
    assert "step" not in " ".join((*item.notes, item.help, *(place.message for place in item.related)))
    step = "optimizer = torch.optim.SGD([weight], lr=0.1)\nweight.sum().backward()\noptimizer.step()"
    (item,) = found(text.format(change=step), "GL104")
    assert item.message == "`optimizer.step()` modified parameters that a later `backward()` needs"


def test_a_title_is_never_cut_inside_of_code() -> None:
    """Half a name in one backtick names nothing."""
    assert shortened("Detach `fake` on line 17") == "Detach `fake` on line 17"
    for limit in range(10, 60):
        cut = shortened("Compute `first_value, second_value` and `third_value` in every iteration", limit)
        assert len(cut) <= limit
        assert cut.count("`") % 2 == 0
    assert LONGEST_TITLE == 80


def test_related_place_of_a_gradient_names_no_number_of_the_analysis() -> None:
    (finding,) = check_source((PROGRAMS / "gl107" / "norm_of_gradient_as_penalty.py").read_text()).diagnostics
    assert [related.message for related in finding.related] == [
        "computed here from a gradient, which has no graph without create_graph=True"
    ]


CONVERTED = """\
import copy
import numpy as np
import torch
from torch import nn

model = nn.Linear(3, 1)
rows = np.zeros((2, 8))
output = model(torch.randn(8, 3))
output.sum().backward()
{statement}
"""


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("output.numpy()", "A tensor that requires grad is converted by `output.numpy()`"),
        ("np.mean([output])", "A tensor that requires grad is converted by `np.mean()`"),
        ("rows[0] = output", "A tensor that requires grad is stored in an array"),
        ("copy.deepcopy(output)", "A tensor that is not a leaf is copied by `copy.deepcopy()`"),
        ("output.requires_grad = False", "`requires_grad` of a tensor that is not a leaf is changed"),
    ],
)
def test_a_conversion_names_what_converts(statement: str, message: str) -> None:
    """The related place is where the tensor is computed, which is where to detach it."""
    (finding,) = found(CONVERTED.format(statement=statement), "GL112")
    assert finding.message == message
    assert [(other.message, other.place.start.row) for other in finding.related] == [("the tensor is computed here", 8)]


PARAMETERS = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
parameters = model.parameters()
model(torch.randn(8, 3)).sum().backward()
{statement}
torch.optim.SGD({given}, lr=0.1)
"""


@pytest.mark.parametrize(
    ("statement", "given", "message", "related"),
    [
        ("list(parameters)", "parameters", "Optimizer is given `parameters` after its end", [5, 7]),
        ("", "[]", "Optimizer is given no parameters", []),
        (
            "groups = [{'params': model.bias}, {'params': model.parameters()}]",
            "groups",
            "Optimizer is given the same parameter in two groups",
            [4],
        ),
    ],
)
def test_an_optimizer_without_parameters_names_the_iterator(statement: str, given: str, message: str, related: list[int]) -> None:
    """The line that read the iterator to its end is the one to change."""
    (finding,) = found(PARAMETERS.format(statement=statement, given=given), "GL114")
    assert finding.message == message
    assert [other.place.start.row for other in finding.related] == related


FUNCTION = """\
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        return {returned}

x = torch.ones(3, requires_grad=True)
y = {call}
y.sum().backward()
"""


@pytest.mark.parametrize(
    ("returned", "call", "message", "related"),
    [
        ("gradient * 2", "Scale.apply(x, 2.0)", "A custom Function returns 1 gradient for 2 arguments", [13, 10]),
        ("gradient, gradient * 2", "Scale.apply(x)", "A custom Function returns 2 gradients for 1 argument", [13, 10]),
        ("gradient, None", "Scale()(x, 2.0)", "An instance of a custom Function is called", []),
    ],
)
def test_a_function_states_both_numbers_of_gradients(returned: str, call: str, message: str, related: list[int]) -> None:
    """The call of `apply` and the return statement are the places to compare."""
    (finding,) = found(FUNCTION.format(returned=returned, call=call), "GL113")
    assert finding.message == message
    assert [other.place.start.row for other in finding.related] == related


@pytest.mark.parametrize(
    ("term", "shown"), [("0.5 * penalty(x)", "`0.5 * penalty(x)`"), ("0.123456789 * penalty(torch.cat([x, x, x]))", "`penalty()`")]
)
def test_a_term_without_a_graph_is_named(term: str, shown: str) -> None:
    """As the sum spells it; a long one by the function that computes it."""
    text = (
        "import torch\nfrom torch import nn\n\nnet = nn.Linear(3, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n\n\n"
        "def penalty(x):\n    x = x.clone().requires_grad_()\n    return torch.autograd.grad(net(x).sum(), x)[0].norm()\n\n\n"
        f"x = torch.randn(4, 3)\nloss = net(x).mean() + {term}\nopt.zero_grad()\nloss.backward()\nopt.step()\n"
    )
    (item,) = found(text, "GL406")
    assert item.message == f"The sum adds {shown} without a graph"
