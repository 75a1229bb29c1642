import torch
from torch import nn

generator = nn.Linear(8, 16)
discriminator = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))
opt_g = torch.optim.Adam(generator.parameters())
opt_d = torch.optim.Adam(discriminator.parameters())
for real in torch.randn(10, 4, 16):
    fake = generator(torch.randn(4, 8))
    opt_d.zero_grad()
    d_fake = discriminator(fake.detach())
    d_loss = d_fake.mean() - discriminator(real).mean()
    d_loss.backward()
    opt_d.step()
    opt_g.zero_grad()
    g_loss = -discriminator(fake).mean()
    g_loss.backward()
    opt_g.step()
    history = d_loss.item()
