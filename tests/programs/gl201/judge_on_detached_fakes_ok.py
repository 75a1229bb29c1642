"""The judge's graph goes with its one walk."""
import torch
from torch import nn

forger = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 3))
judge = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1), nn.Sigmoid())
forger_optimizer = torch.optim.Adam(forger.parameters())
judge_optimizer = torch.optim.Adam(judge.parameters())
bce = nn.BCELoss()
genuine, forged = torch.ones(5, 1), torch.zeros(5, 1)
for coins in torch.randn(3, 5, 3):
    fakes = forger(torch.randn(5, 2))

    judge_optimizer.zero_grad()
    judge_loss = (bce(judge(coins), genuine) + bce(judge(fakes.detach()), forged)) / 2
    judge_loss.backward()
    judge_optimizer.step()

    forger_optimizer.zero_grad()
    bce(judge(fakes), genuine).backward()
    forger_optimizer.step()
