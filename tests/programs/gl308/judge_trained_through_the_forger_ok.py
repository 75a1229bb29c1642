"""The judge sees fakes that were made under no_grad, as nothing else uses them."""
import torch
import torch.nn.functional as F
from torch import nn

forger = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))
judge = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
forger_optimizer = torch.optim.Adam(forger.parameters(), lr=2e-4)
judge_optimizer = torch.optim.Adam(judge.parameters(), lr=2e-4)
ones, zeros = torch.ones(6, 1), torch.zeros(6, 1)
for coins in torch.randn(3, 6, 3):
    with torch.no_grad():
        fakes = forger(torch.randn(6, 2))
    judge_loss = F.binary_cross_entropy_with_logits(judge(coins), ones)
    judge_loss = judge_loss + F.binary_cross_entropy_with_logits(judge(fakes), zeros)
    judge_optimizer.zero_grad()
    judge_loss.backward()
    judge_optimizer.step()

    fakes = forger(torch.randn(6, 2))
    forger_loss = F.binary_cross_entropy_with_logits(judge(fakes), ones)
    forger_optimizer.zero_grad()
    forger_loss.backward()
    forger_optimizer.step()
