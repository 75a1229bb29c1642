"""The samples are detached for the discriminator and used with their graph for the generator, with one backward through each graph."""

import torch
import torch.nn.functional as F
from torch import nn


class Disc(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.2))
        self.top = nn.Linear(16, 1)

    def forward(self, x):
        f = self.body(x)
        return self.top(f), f


netG = nn.Sequential(nn.Linear(4, 16), nn.ReLU(True), nn.Linear(16, 8), nn.Tanh())
netD = Disc()
optG = torch.optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))
optD = torch.optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
fixed = torch.randn(2, 4)
G_losses, D_losses, img_list = [], [], []
for it in range(4):
    real = torch.rand(6, 8)
    netD.zero_grad()
    out, _ = netD(real)
    errD_real = F.binary_cross_entropy_with_logits(out, torch.ones_like(out))
    errD_real.backward()
    fake = netG(torch.randn(6, 4))
    out, _ = netD(fake.detach())
    errD_fake = F.binary_cross_entropy_with_logits(out, torch.zeros_like(out))
    errD_fake.backward()
    errD = errD_real + errD_fake
    optD.step()
    netG.zero_grad()
    with torch.no_grad():
        _, real_f = netD(real)
    _, fake_f = netD(fake)
    errG = (real_f.mean(0) - fake_f.mean(0)).pow(2).sum()
    errG.backward()
    optG.step()
    G_losses.append(errG.item())
    D_losses.append(errD.item())
    if it % 2 == 0:
        with torch.no_grad():
            img_list.append(netG(fixed).detach().cpu())
