"""The losses of an imported model on several views are stacked and averaged."""

import sys
import types

import torch

library = types.ModuleType("views_zoo")
exec(
    """
import torch

net = torch.nn.Linear(3, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
""",
    library.__dict__,
)
sys.modules["views_zoo"] = library
from views_zoo import net, optimizer

for views in torch.randn(2, 3, 5, 3):
    optimizer.zero_grad()
    losses = [torch.nn.functional.mse_loss(net(view), torch.zeros(5, 4)) for view in views]
    loss = torch.stack(losses).mean()
    loss.backward()
    optimizer.step()
