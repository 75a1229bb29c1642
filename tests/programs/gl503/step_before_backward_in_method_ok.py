"""The step comes after backward."""

import torch
import torch.nn.functional as F
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 1)
        self.opt = torch.optim.Adam(self.lin.parameters())

    def fit_batch(self, x, y):
        self.opt.zero_grad(set_to_none=True)
        loss = F.huber_loss(self.lin(x), y)
        loss.backward()
        self.opt.step()


r = Regressor()
for _ in range(3):
    r.fit_batch(torch.randn(4, 3), torch.randn(4, 1))
