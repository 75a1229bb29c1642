"""The judge's loss is built on the detached painting, and its walk keeps nothing."""
import torch
from torch import nn

painter = nn.Sequential(nn.Linear(3, 6), nn.Tanh())
judge = nn.Linear(6, 1)
painter_optimizer = torch.optim.SGD(painter.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
for real in torch.randn(3, 5, 6):
    fake = painter(torch.randn(5, 3))
    judge_optimizer.zero_grad()
    judge_loss = torch.relu(1 - judge(real)).mean() + torch.relu(1 + judge(fake.detach())).mean()
    judge_loss.backward()
    judge_optimizer.step()
    painter_optimizer.zero_grad()
    painter_loss = -judge(fake).mean()
    painter_loss.backward()
    painter_optimizer.step()
