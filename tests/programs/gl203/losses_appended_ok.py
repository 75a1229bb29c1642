"""The losses are kept as numbers."""

import torch as th
import torch.nn.functional as F

lin = th.nn.Linear(2, 1)
opt = th.optim.SGD(lin.parameters(), lr=0.1)
losses = []
for i in range(8):
    x = th.randn(5, 2)
    loss = F.mse_loss(lin(x), x.prod(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss.item())
print(min(losses), max(losses))
