"""The output of a library function is multiplied by a value whose graph is freed."""

import sys
import types

import torch

render = types.ModuleType("render")
exec("import torch\n\ndef project(points):\n    return points.exp()\n", render.__dict__)
sys.modules["render"] = render
from render import project

net = torch.nn.Linear(3, 3)
points = torch.randn(4, 3, requires_grad=True)
gradient = torch.tanh(net(torch.ones(4, 3)))
gradient.sum().backward()
image = project(points)
(image * gradient).sum().backward()  # ! GL101
print(points.grad.norm())
