"""The critic judges a detached painting, so that the generator's graph is still whole for its own loss."""
import torch
from torch import nn

latent = 3
painter = nn.Sequential(nn.Linear(latent, 8), nn.LeakyReLU(0.2), nn.Linear(8, 5), nn.Tanh())
judge = nn.Sequential(nn.Linear(5, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())
criterion = nn.BCELoss()
judge_optimizer = torch.optim.Adam(judge.parameters(), lr=2e-4, betas=(0.5, 0.999))
painter_optimizer = torch.optim.Adam(painter.parameters(), lr=2e-4, betas=(0.5, 0.999))
real_label, fake_label = torch.ones(4, 1), torch.zeros(4, 1)
for paintings in torch.randn(3, 4, 5):
    fake = painter(torch.randn(4, latent))
    judge.zero_grad()
    real_error = criterion(judge(paintings), real_label)
    fake_error = criterion(judge(fake.detach()), fake_label)
    (real_error + fake_error).backward()
    judge_optimizer.step()
    painter.zero_grad()
    painter_error = criterion(judge(fake), real_label)
    painter_error.backward()
    painter_optimizer.step()
