"""The forger's loss is built on detached fakes, so that its step has nothing to go by."""
import torch
from torch import nn

forger, judge = nn.Sequential(nn.Linear(2, 4), nn.Tanh()), nn.Linear(4, 1)
forger_optimizer = torch.optim.SGD(forger.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
for coins in torch.randn(3, 5, 4):
    with torch.no_grad():
        fakes = forger(torch.randn(5, 2))
    judge_optimizer.zero_grad()
    (judge(fakes).mean() - judge(coins).mean()).backward()
    judge_optimizer.step()
    forger_optimizer.zero_grad()
    (-judge(fakes).mean()).backward()
    forger_optimizer.step()  # ! GL405
