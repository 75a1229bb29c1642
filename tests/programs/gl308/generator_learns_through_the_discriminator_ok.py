"""The generator's backward goes through the discriminator, whose gradients are zeroed afterwards: there is no other way."""
import torch
from torch import nn

forger, judge = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
forger_optimizer = torch.optim.SGD(forger.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
for coins in torch.randn(3, 5, 3):
    fakes = forger(torch.randn(5, 2))
    judge_optimizer.zero_grad()
    (judge(fakes.detach()).mean() - judge(coins).mean()).backward()
    judge_optimizer.step()
    forger_optimizer.zero_grad()
    (-judge(fakes).mean()).backward()
    forger_optimizer.step()
