"""The output of a library function is given a gradient whose graph is freed: PyTorch does not backpropagate through a gradient."""

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
image.backward(gradient)
print(points.grad.norm())
