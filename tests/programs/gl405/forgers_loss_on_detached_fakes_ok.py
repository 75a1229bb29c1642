"""The forger's loss is built on fakes that come with their graph."""
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
    (-judge(forger(torch.randn(5, 2))).mean()).backward()
    forger_optimizer.step()
