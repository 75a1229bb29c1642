"""The means over each sentence are summed, so that backward starts from one number."""

import torch
import torch.nn.functional as F
from torch import nn

lm = nn.Sequential(nn.Embedding(11, 5), nn.Linear(5, 11))
opt = torch.optim.Adam(lm.parameters())
for _ in range(2):
    ids = torch.randint(0, 11, (3, 7))
    nll = F.cross_entropy(lm(ids[:, :-1]).transpose(1, 2), ids[:, 1:], reduction="none")
    opt.zero_grad()
    nll.mean(dim=1).sum().backward()
    opt.step()
