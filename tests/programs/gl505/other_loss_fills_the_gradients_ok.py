"""Both optimizers accumulate over four batches; the reset of the second also discards the gradients that the loss of the first left."""

import torch
from torch import nn

coder, judge = nn.Linear(8, 8), nn.Sequential(nn.Linear(8, 4), nn.Tanh(), nn.Linear(4, 1))
coder_optimizer, judge_optimizer = torch.optim.Adam(coder.parameters()), torch.optim.Adam(judge.parameters())
for group in torch.randn(3, 4, 5, 8):
    coder_optimizer.zero_grad()
    for batch in group:
        (-judge(coder(batch)).mean() / 4).backward()
    coder_optimizer.step()
    judge_optimizer.zero_grad()
    for batch in group:
        with torch.no_grad():
            made = coder(batch)
        ((judge(made).mean() - judge(batch).mean()) / 4).backward()
    judge_optimizer.step()
