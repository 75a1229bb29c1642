"""Feature matching: the generator is compared with features that the critic's own update has used."""
import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.LeakyReLU(0.2), nn.Linear(12, 12))
        self.top = nn.Linear(12, 1)

    def forward(self, x):
        features = self.body(x)  # <- built
        return self.top(features), features


generator, critic = nn.Linear(3, 6), Critic()
opt_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
opt_c = torch.optim.Adam(critic.parameters(), lr=0.0)
bce = nn.BCEWithLogitsLoss()

for real in torch.randn(4, 5, 6):
    fake = generator(torch.randn(5, 3))
    score_real, features_real = critic(real)
    score_fake, _ = critic(fake.detach())
    loss_c = bce(score_real, torch.ones(5, 1)) + bce(score_fake, torch.zeros(5, 1))
    loss_c.backward()  # <- freed
    _, features_fake = critic(fake)
    loss_g = (features_real.mean(0) - features_fake.mean(0)).pow(2).sum()
    opt_g.zero_grad()
    loss_g.backward()  # <- raised
    opt_g.step()
