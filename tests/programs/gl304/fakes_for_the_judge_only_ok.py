"""What is made for the judge is made under no_grad."""
import torch
from torch import nn

forger = nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(), nn.Linear(6, 4))
judge = nn.Sequential(nn.Linear(4, 6), nn.LeakyReLU(), nn.Linear(6, 1))
forger_optimizer = torch.optim.Adam(forger.parameters())
judge_optimizer = torch.optim.Adam(judge.parameters())


def make(count):
    noise = torch.randn(count, 2)
    return forger(noise)


@torch.no_grad()
def make_for_judge(count):
    return forger(torch.rand(count, 2))


for coins in torch.randn(3, 5, 4):
    judge_optimizer.zero_grad()
    (judge(make_for_judge(5)).mean() - judge(coins).mean()).backward()
    judge_optimizer.step()
    forger_optimizer.zero_grad()
    (-judge(make(5)).mean()).backward()
    forger_optimizer.step()
