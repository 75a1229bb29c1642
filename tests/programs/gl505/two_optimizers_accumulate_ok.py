"""Two optimizers accumulate over the same four batches, each with a loss of its own, but both are reset for each batch."""

import torch
from torch import nn

coder, judge = nn.Sequential(nn.Linear(8, 4), nn.Tanh(), nn.Linear(4, 8)), nn.Sequential(nn.Linear(8, 4), nn.Tanh(), nn.Linear(4, 1))
coder_optimizer, judge_optimizer = torch.optim.Adam(coder.parameters()), torch.optim.Adam(judge.parameters())
every = 4
for index, batch in enumerate(torch.randn(8, 5, 8)):
    made = coder(batch)
    coder_loss = (made - batch).square().mean() / every
    coder_loss.backward()
    if (index + 1) % every == 0:
        coder_optimizer.step()
        coder_optimizer.zero_grad()
    judge_loss = (judge(made.detach()).mean() - judge(batch).mean()) / every
    judge_loss.backward()
    if (index + 1) % every == 0:
        judge_optimizer.step()
        judge_optimizer.zero_grad()
