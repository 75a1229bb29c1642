"""The loss of an imported model is wrapped by Variable and made to require grad, so that backward() reaches nothing."""

import sys
import types

import torch
import torch.nn.functional as F
from torch.autograd import Variable

library = types.ModuleType("wrapped_zoo")
exec(
    """
import torch

net = torch.nn.Linear(3, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
""",
    library.__dict__,
)
sys.modules["wrapped_zoo"] = library
from wrapped_zoo import net, optimizer

for x in torch.randn(2, 5, 3):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), torch.tensor([0, 1, 2, 3, 0]))
    loss = Variable(loss, requires_grad=True)  # ! GL401
    loss.backward()
    optimizer.step()
