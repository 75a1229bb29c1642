"""Programs made by chance, for the shim, PyTorch and the analyzer to agree on.

A program is made from a number: the same number gives the same text everywhere. It has leaves, tensors without a gradient, modules
(Linear, Sequential with an activation, LayerNorm, an RNN cell), an optimizer over some of them, helper functions (one computes, one
walks, one keeps), an object whose attributes carry tensors, and statements: operations, views, calls, detach, no_grad blocks, changes
in place (of results, of views, by index, of leaves under no_grad and without), loops that carry a tensor, losses, backwards with and
without retain_graph, autograd.grad, zero_grad and step. All matrices are 3 by 3 and all in float64, so that any two can meet and
rounding does not grow into a difference.

Each program leans towards one of the ways to end (`LEANINGS`), which only shifts the odds; how it ends is for PyTorch to say.

What it cannot produce: tensors of other shapes, types or devices (broadcasting, promotion, empty and 0-dimensional operands are left to the
tests of operations), random operations (dropout, sampling), convolutions, pooling and recurrent layers, batch normalization and
its buffers,
create_graph and double backward, hooks, custom Functions, inference_mode, checkpoints, several threads, exceptions that the program
handles, generators, closures given to an optimizer, recursion, optimizers with a state other than momentum and Adam's, deep copies,
state dicts, `.data`, and branches on values.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

LEANINGS = ("freed", "in-place", "leaf", "no graph", "clean")

UNARY = (
    "{}.tanh()",
    "{}.sigmoid()",
    "{}.exp().clamp(max=3.0)",
    "{} * 0.5",
    "{} + 1.0",
    "-{}",
    "{}.relu()",
    "({} * {}).sqrt()",
    "{}.t()",
    "{}.sin()",
    "{} / 2",
    "{}.view(9).view(3, 3)",
    "{}.softmax(dim=1)",
    "{}.pow(2).tanh()",
    "{}.abs()",
    "{} - 0.25",
    "{}.clone()",
    "{}.mean(dim=0, keepdim=True).expand(3, 3)",
    "torch.nn.functional.silu({})",
    "{}.cumsum(dim=0).tanh()",
    "{}.flip(0)",
    "torch.cat([{}[:1], {}[1:]])",
    "{}.log_softmax(dim=0)",
    "{}.clamp(-1.0, 1.0)",
    "{}[[2, 0, 1]]",
    "{}.transpose(0, 1)",
    "2.0 / ({}.abs() + 1.0)",
    "{}.masked_fill(torch.eye(3, dtype=torch.bool), 0.5)",
    "{}.square().tanh()",
    "{}.norm() * {}",
)
BINARY = (
    "{} + {}",
    "{} - {}",
    "{} * {}",
    "({} @ {}).tanh()",
    "{} / ({}.abs() + 1.0)",
    "torch.maximum({}, {})",
    "torch.where({} > 0, {}, -1.0)",
    "torch.lerp({}, {}, 0.3)",
    "torch.stack([{}, {}]).mean(0)",
    "torch.addmm({0}, {0}, {1}).tanh()",
    "torch.atan2({}, {}.abs() + 1.0)",
)
CHANGES = (
    "{}.mul_(0.5)",
    "{}.add_(1.0)",
    "{} += {}",
    "{}.tanh_()",
    "{}[0] = 0.5",
    "{}[:, 1] += 1.0",
    "{}.t().mul_(2.0)",
    "{}.zero_()",
    "{}.relu_()",
    "{}.clamp_(-1.0, 1.0)",
    "{} *= {}",
    "{}.copy_({})",
    "{}.sub_({})",
    "{}.view(9)[3:6].fill_(0.1)",
    "{}.sigmoid_()",
    "{}.div_(2.0)",
)
LOSSES = (
    "{}.sum()",
    "{}.mean()",
    "{}.pow(2).mean()",
    "({} - {}).abs().sum()",
    "torch.nn.functional.mse_loss({}, {})",
    "({} * {}).sum()",
    "{}.logsumexp(0).sum()",
    "{}.norm()",
    "torch.nn.functional.smooth_l1_loss({}, {})",
    "{}[0].sum()",
    "{}.max()",
    "torch.nn.functional.cross_entropy({}, torch.tensor([0, 2, 1]))",
)
MODULES = (
    "nn.Linear(3, 3)",
    "nn.Sequential(nn.Linear(3, 3), nn.Tanh())",
    "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))",
    "nn.LayerNorm(3)",
    "nn.Sequential(nn.Linear(3, 3, bias=False), nn.GELU())",
    "nn.RNNCell(3, 3)",
)
OPTIMIZERS = (
    "torch.optim.SGD({}, lr=0.05)",
    "torch.optim.SGD({}, lr=0.05, momentum=0.9)",
    "torch.optim.Adam({}, lr=0.01)",
    "torch.optim.AdamW({}, lr=0.01)",
)
HELPERS = {
    "mix": "def mix(first, second):\n    return first * second.sigmoid() + second\n",
    "walk": "def walk(value, keep):\n    value.backward(retain_graph=keep)\n",
    "measure": "def measure(value, target):\n    return (value - target).pow(2).mean()\n",
    "Box": (
        "class Box:\n    def __init__(self, first):\n        self.held = first\n        self.past = []\n\n    def keep(self, value):\n"
        "        self.past.append(value)\n        self.held = value\n\n"
        "    def blend(self, value):\n        return self.held * value + 1.0\n"
    ),
}


@dataclass
class Program:
    """One program: its number, its text in parts (the head, what is defined, the statements), and whether it crosses a loop, a call or an
    attribute."""

    number: int
    head: str
    helpers: dict[str, str]
    body: str
    crosses: bool

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join([self.head, *self.helpers.values(), self.body])


@dataclass
class Scope:
    """The names that can be used at a place, and how far it is indented."""

    tensors: list[str]
    losses: list[str]
    indent: str = ""
    depth: int = 0


@dataclass
class Maker:
    """Makes one program."""

    number: int
    lines: list[str] = field(default_factory=list)
    crosses: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(self.number)
        self.leaning = LEANINGS[self.number % len(LEANINGS)]
        self.count = 0
        self.leaves: list[str] = []
        self.modules: list[str] = []
        self.cells: list[str] = []

    def name(self, prefix: str) -> str:
        """A new name."""
        self.count += 1
        return f"{prefix}{self.count}"

    def put(self, scope: Scope, line: str) -> None:
        """Add a line."""
        self.lines.append(scope.indent + line)

    def fill(self, form: str, scope: Scope, first: str = "") -> str:
        """A form with tensors in its places."""
        names = [first or self.tensor(scope)] + [self.tensor(scope) for _ in range(3)]
        if "{0}" in form:
            return form.format(*names)
        same = "({} * {}).sqrt()" in form or (form.count("{}") == 2 and ("cat" in form or "norm() *" in form))
        if same:
            return form.replace("({} * {}).sqrt()", f"({names[0]} * {names[0]} + 1.0).sqrt()").replace("{}", names[0])
        return form.format(*names[: form.count("{}")])

    def tensor(self, scope: Scope) -> str:
        """A tensor, the newer ones more often."""
        names = scope.tensors
        return names[-1 - min(int(self.chance.expovariate(0.5)), len(names) - 1)]

    def make(self) -> Program:
        """The whole program."""
        scope = Scope([], [])
        head = f"import torch\nfrom torch import nn\n\ntorch.set_default_dtype(torch.float64)\ntorch.manual_seed({self.number})\n"
        self.begin(scope)
        for _ in range(self.chance.randint(3, 8)):
            self.statement(scope)
        self.ending(scope)
        return Program(self.number, head, HELPERS, "\n".join(self.lines) + "\n", self.crosses)

    def begin(self, scope: Scope) -> None:
        """Leaves, data, modules, an optimizer."""
        for _ in range(self.chance.randint(1, 3)):
            name = self.name("w")
            self.put(scope, f"{name} = torch.randn(3, 3, requires_grad=True)")
            self.leaves.append(name)
            scope.tensors.append(name)
        name = self.name("x")
        self.put(scope, f"{name} = torch.randn(3, 3)")
        scope.tensors.append(name)
        for _ in range(self.chance.randint(0, 2)):
            name, form = self.name("net"), self.chance.choice(MODULES)
            self.put(scope, f"{name} = {form}")
            (self.cells if "Cell" in form else self.modules).append(name)
        owned = [*self.leaves, *(f"*{each}.parameters()" for each in [*self.modules, *self.cells])]
        owned = owned if self.chance.random() < 0.6 else owned[: max(1, len(owned) // 2)]
        self.put(scope, "optimizer = " + self.chance.choice(OPTIMIZERS).format(f"[{', '.join(owned)}]"))
        self.put(scope, f"box = Box({scope.tensors[-1]})")
        self.compute(scope)

    # Statements

    def statement(self, scope: Scope) -> None:
        """One statement of any kind."""
        kinds: list[tuple[float, Callable[[Scope], None]]] = [
            (5, self.compute),
            (2, self.call_module),
            (1.5, self.call_helper),
            (1.5, self.use_box),
            (1, self.cut),
            (1, self.under_no_grad),
            (1 if self.leaning != "in-place" else 4, self.change),
            (2, self.loss),
            (1.5, self.backward),
            (0.7, self.step),
            (1.2 if scope.depth < 2 else 0, self.loop),
            (0.1 if self.leaning != "leaf" else 1.5, self.change_leaf),
        ]
        _, action = self.chance.choices(kinds, [weight for weight, _ in kinds])[0]
        action(scope)

    def compute(self, scope: Scope) -> None:
        """An operation."""
        name = self.name("v")
        self.put(scope, f"{name} = {self.fill(self.chance.choice(UNARY if self.chance.random() < 0.5 else BINARY), scope)}")
        scope.tensors.append(name)

    def call_module(self, scope: Scope) -> None:
        """A module's forward."""
        name = self.name("v")
        if self.modules and (not self.cells or self.chance.random() < 0.7):
            self.put(scope, f"{name} = {self.chance.choice(self.modules)}({self.tensor(scope)})")
        elif self.cells:
            self.put(scope, f"{name} = {self.chance.choice(self.cells)}({self.tensor(scope)}, {self.tensor(scope)})")
        else:
            return
        scope.tensors.append(name)

    def call_helper(self, scope: Scope) -> None:
        """A function that computes."""
        self.crosses = True
        name = self.name("v")
        self.put(scope, f"{name} = mix({self.tensor(scope)}, {self.tensor(scope)})")
        scope.tensors.append(name)

    def use_box(self, scope: Scope) -> None:
        """A tensor through an object's attribute."""
        self.crosses = True
        if self.chance.random() < 0.4:
            self.put(scope, f"box.{self.chance.choice(['keep({})', 'held = {}'])}".format(self.tensor(scope)))
            return
        name = self.name("v")
        self.put(scope, f"{name} = " + self.chance.choice(["box.held * 0.5", f"box.blend({self.tensor(scope)})", "box.held"]))
        scope.tensors.append(name)

    def cut(self, scope: Scope) -> None:
        """A detach."""
        name = self.name("v")
        self.put(scope, f"{name} = {self.tensor(scope)}.detach()" + self.chance.choice(["", ".clone()", " * 2.0"]))
        scope.tensors.append(name)

    def under_no_grad(self, scope: Scope) -> None:
        """A block without recording."""
        self.put(scope, "with torch.no_grad():")
        inner = Scope(scope.tensors, scope.losses, scope.indent + "    ", scope.depth)
        if self.chance.random() < 0.5:
            self.compute(inner)
        else:
            target = self.chance.choice([*self.leaves, self.tensor(scope)])
            self.put(inner, self.fill(self.chance.choice(CHANGES[:2] + CHANGES[3:7]), scope, target))

    def change(self, scope: Scope) -> None:
        """A change in place of what is no leaf, as far as that can be seen."""
        names = [each for each in scope.tensors if not each.startswith("w")] or scope.tensors
        target = names[-1 - min(int(self.chance.expovariate(0.5)), len(names) - 1)]
        self.put(scope, self.fill(self.chance.choice(CHANGES), scope, target))

    def change_leaf(self, scope: Scope) -> None:
        """A change in place of a leaf, outside of no_grad."""
        self.put(scope, self.fill(self.chance.choice(CHANGES), scope, self.chance.choice(self.leaves)))

    def loss(self, scope: Scope) -> None:
        """A scalar."""
        name = self.name("loss")
        if self.chance.random() < 0.3:
            self.crosses = True
            self.put(scope, f"{name} = measure({self.tensor(scope)}, {self.tensor(scope)})")
        elif scope.losses and self.chance.random() < 0.3:
            self.put(scope, f"{name} = {self.chance.choice(scope.losses)} + {self.fill(self.chance.choice(LOSSES), scope)}")
        else:
            self.put(scope, f"{name} = {self.fill(self.chance.choice(LOSSES), scope)}")
        scope.losses.append(name)

    def backward(self, scope: Scope) -> None:
        """A walk of a loss."""
        if not scope.losses or self.chance.random() < 0.6:
            self.loss(scope)
        loss = self.chance.choice(scope.losses[-2:])
        keep = self.chance.random() < (0.25 if self.leaning == "freed" else 0.55)
        roll = self.chance.random()
        if roll < 0.2:
            self.crosses = True
            self.put(scope, f"walk({loss}, {keep})")
        elif roll < 0.3:
            self.put(scope, f"torch.autograd.backward([{loss}, {self.chance.choice(scope.losses)}]{', retain_graph=True' if keep else ''})")
        elif roll < 0.42:
            name = self.name("g")
            self.put(
                scope,
                f"{name} = torch.autograd.grad({loss}, [{', '.join(self.leaves)}]"
                f"{', retain_graph=True' if keep else ''}, allow_unused=True)",
            )
        else:
            self.put(scope, f"{loss}.backward({'retain_graph=True' if keep else ''})")

    def step(self, scope: Scope) -> None:
        """The optimizer."""
        for line in self.chance.choice([["optimizer.step()"], ["optimizer.zero_grad()"], ["optimizer.step()", "optimizer.zero_grad()"]]):
            self.put(scope, line)

    def loop(self, scope: Scope) -> None:
        """A loop that carries a tensor, which may hang on the iteration before."""
        self.crosses = True
        carried = self.name("h")
        self.put(scope, f"{carried} = {self.tensor(scope)}" + self.chance.choice(["", ".detach()", " * 1.0"]))
        self.put(scope, f"for {self.name('i')} in range({self.chance.randint(2, 3)}):")
        inner = Scope([*scope.tensors, carried], list(scope.losses), scope.indent + "    ", scope.depth + 1)
        for _ in range(self.chance.randint(1, 3)):
            self.statement(inner)
        if self.chance.random() < 0.6:
            self.backward(inner)
        if self.chance.random() < 0.4:
            self.step(inner)
        ending = (
            self.chance.choice(["", ".detach()"])
            if self.leaning in ("freed", "in-place")
            else self.chance.choice(["", ".detach()", ".detach()"])
        )
        self.put(inner, f"{carried} = {self.fill(self.chance.choice(BINARY[:4]), inner, carried)}")
        if ending:
            self.put(inner, f"{carried} = {carried}.detach()")
        scope.tensors.append(carried)

    def ending(self, scope: Scope) -> None:
        """What the program leans to, if it has not happened yet."""
        if self.leaning == "freed":
            self.backward(scope)
            self.put(scope, f"{scope.losses[-1]}.backward()")
            self.loss(scope)
            self.put(scope, f"{scope.losses[-1]}.backward()")
            self.put(scope, f"{scope.losses[-1]}.backward()")
        elif self.leaning == "in-place":
            name = self.name("v")
            self.put(
                scope,
                f"{name} = ({self.chance.choice(self.leaves)} * {self.tensor(scope)})"
                f".{self.chance.choice(['exp', 'tanh', 'sigmoid', 'sin'])}()",
            )
            scope.tensors.append(name)
            later = self.name("v")
            self.put(scope, f"{later} = {self.fill(self.chance.choice(BINARY), scope, name)}")
            self.put(scope, self.fill(self.chance.choice(CHANGES), scope, name))
            self.put(scope, f"{later}.sum().backward()")
        elif self.leaning == "leaf":
            view = self.chance.choice(["", "[0]", ".t()", ".view(9)"])
            self.put(
                scope,
                f"{self.chance.choice(self.leaves)}{view}.{self.chance.choice(['add_(1.0)', 'mul_(0.5)', 'zero_()', 'clamp_(0.0, 1.0)'])}",
            )
        elif self.leaning == "no graph":
            self.cut(scope)
            self.put(
                scope,
                self.chance.choice(
                    ["{}.detach().sum().backward()", "({} > 0).double().mean().backward()", "{}.argmax().double().backward()"]
                ).format(scope.tensors[-1]),
            )
        else:
            self.loss(scope)
            self.put(scope, "optimizer.zero_grad()")


def generate(number: int) -> Program:
    """The program that belongs to a number."""
    return Maker(number).make()
