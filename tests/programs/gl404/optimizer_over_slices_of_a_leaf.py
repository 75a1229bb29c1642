"""The optimizer is given the two halves of one leaf, which are views of it and no leaves."""

import torch

both = torch.randn(6, requires_grad=True)
left, right = both[:3], both[3:]
optimizer = torch.optim.SGD([{"params": [left], "lr": 0.1}, {"params": [right], "lr": 0.01}])  # ! GL404
(left - right).pow(2).sum().backward()
optimizer.step()
