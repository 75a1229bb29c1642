"""The halves are leaves of their own."""

import torch

left, right = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True)
optimizer = torch.optim.SGD([{"params": [left], "lr": 0.1}, {"params": [right], "lr": 0.01}])
(left - right).pow(2).sum().backward()
optimizer.step()
