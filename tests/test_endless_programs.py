"""Programs whose objects contain themselves, whose special methods call each other without end, and whose values double, are analyzed."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

HEAD = """import functools
import operator
import torch
from torch import nn

net = nn.Linear(2, 2)
"""
# Each ends the program, or leaves it as it is.
CONTAINERS = {
    "sum_of_list_in_itself": "parts = [net.weight]\nparts.append(parts)\nsum(parts)",
    "stack_of_list_in_tuple_in_itself": "parts = [net.weight]\npair = (net.bias, parts)\nparts.append(pair)\ntorch.stack(pair)",
    "loss_of_list_in_itself": "parts = []\nparts.append(parts)\nnn.functional.mse_loss(parts, parts)",
    "sequential_in_itself": "stack = nn.Sequential(net)\nstack.append(stack)\nstack(torch.ones(2))",
    "names_of_module_in_itself": (
        "class Loop(nn.Module):\n    pass\nloop = Loop()\nloop.inner = loop\n"
        "for name, parameter in loop.named_parameters():\n    print(name)"
    ),
    "optimizers_in_themselves": (
        "import lightning\nclass Model(lightning.LightningModule):\n    def configure_optimizers(self):\n        made = []\n"
        "        made.append(made)\n        return made\n    def training_step(self, batch):\n        for each in self.optimizers():\n"
        "            each.step()\nModel().training_step(1)"
    ),
}
CALLS = {
    "function_without_forward": "class Custom(torch.autograd.Function):\n    pass\nCustom.apply(net.weight)",
    "apply_of_base_without_forward": (
        "class Base(torch.autograd.Function):\n    @classmethod\n    def run(cls, value):\n        return cls.apply(value)\n"
        "Base.run(net.weight)"
    ),
    "method_under_its_own_name": "net.parameters = net.parameters\nlist(net.parameters())",
    "method_of_optimizer_on_its_class": (
        "class Sgd(torch.optim.SGD):\n    pass\nsgd = Sgd(net.parameters(), lr=1)\nSgd.step = sgd.step\nsgd.step()"
    ),
    "attribute_of_unknown_name": (
        "class Part:\n    pass\npart = Part()\nsetattr(part, '?', getattr(part, input()))\npart.f = getattr(part, '?')\npart.f()"
    ),
    "call_is_own_instance": "class Part:\n    pass\npart = Part()\nPart.__call__ = part\nnet.register_forward_hook(part)\npart()",
    "getattr_is_getattr": "class Part:\n    __getattr__ = getattr\nPart().weight",
    "setattr_is_setattr": "class Part:\n    __setattr__ = setattr\npart = Part()\npart.weight = net.weight",
    "item_is_getitem": "class Part:\n    __getitem__ = operator.getitem\nPart()[0]",
    "module_is_own_forward": "class Part(nn.Module):\n    pass\npart = Part()\nPart.forward = part\npart(torch.ones(2))",
    "module_is_own_hook": "net.register_forward_hook(net)\nnet(torch.ones(2))",
}
# The value would fill the memory.
GROWING = {
    "text_added_to_itself": "x = 'ab'\n" + "x = x + x\n" * 33,
    "text_in_text": "x = 'a'\n" + "x = f'{x}{x}'\n" * 40,
    "number_squared": "x = 99999999999\n" + "x = x * x\n" * 30,
    "width_of_template": "x = '{:2000000000}'.format(5)",
    "width_as_argument": "x = '%*d' % (2000000000, 5)",
    "text_replaced": "x = 'aaaa'\n" + "x = x.replace('a', 'aaaa')\n" * 20,
    "list_added_to_itself": "x = [1]\n" + "x = x + x\n" * 30,
    "list_extended_by_itself": "x = [1, 2]\n" + "x.extend(x)\n" * 30,
    "tuple_added_to_itself": "x = (1,)\n" + "x = x + x\n" * 30,
    "items_unpacked_twice": "x = [1]\n" + "x = [*x, *x]\n" * 30,
    "list_repeated": "x = [1, 2]\n" + "x = x * 8\n" * 12,
}


@pytest.mark.parametrize("text", [*CONTAINERS.values(), *CALLS.values(), *GROWING.values()], ids=[*CONTAINERS, *CALLS, *GROWING])
def test_no_analysis_is_endless(run: Run, project: Path, text: str) -> None:
    """In the code of a module, and in a function: the finding of another function is reported."""
    mistake = "def train(model, batch):\n    loss = model(batch).exp().sum()\n    loss.backward()\n    loss.backward()\n"
    function = "\ndef build():\n" + "".join(f"    {line}\n" for line in text.splitlines()) + "    net(torch.ones(2)).sum().backward()\n"
    (project / "program.py").write_text(f"{HEAD}{mistake}{function}{text}\n")
    outcome = run(project, "--output-format", "concise", "--no-cache")
    assert outcome.err == ""
    assert "program.py:10:5: error GL101" in outcome.out
