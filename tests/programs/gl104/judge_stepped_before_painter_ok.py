"""The judge sees the painting without its graph, and judges it anew for the painter after its own step."""
import torch
from torch import nn

painter = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 4))
judge = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))
painter_optimizer = torch.optim.Adam(painter.parameters(), lr=1e-3)
judge_optimizer = torch.optim.Adam(judge.parameters(), lr=1e-3)
criterion = nn.BCEWithLogitsLoss()
for real in torch.randn(3, 6, 4):
    fake = painter(torch.randn(6, 3))
    judge_loss = criterion(judge(real), torch.ones(6, 1)) + criterion(judge(fake.detach()), torch.zeros(6, 1))
    judge_optimizer.zero_grad()
    judge_loss.backward()
    judge_optimizer.step()
    painter_optimizer.zero_grad()
    painter_loss = criterion(judge(fake), torch.ones(6, 1))
    painter_loss.backward()
    painter_optimizer.step()
