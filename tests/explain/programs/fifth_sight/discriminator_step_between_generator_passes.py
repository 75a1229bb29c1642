"""The generator's adversarial loss is computed before, and differentiated after the discriminator's step."""
import torch
from torch import nn


class Gan:
    def __init__(self):
        self.g = nn.Linear(2, 4)
        self.d = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))
        self.g_opt = torch.optim.Adam(self.g.parameters())
        self.d_opt = torch.optim.Adam(self.d.parameters())

    def losses(self, real):
        fake = self.g(torch.randn(len(real), 2))
        d_loss = nn.functional.softplus(-self.d(real)).mean() + nn.functional.softplus(self.d(fake.detach())).mean()
        g_loss = nn.functional.softplus(-self.d(fake)).mean()  # <- built
        return {"d": (d_loss, self.d_opt), "g": (g_loss, self.g_opt)}

    def update(self, real):
        for name, (loss, optimizer) in self.losses(real).items():
            optimizer.zero_grad()
            loss.backward()  # <- raised
            optimizer.step()  # <- changed


gan = Gan()
for real in torch.randn(2, 3, 4):
    gan.update(real)
