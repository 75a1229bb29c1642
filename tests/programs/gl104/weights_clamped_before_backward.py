"""The critic's weights are clamped, in place, after the distance was computed with them and before it is backpropagated."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 6), nn.Linear(6, 1)])

    def forward(self, sample):
        return self.layers[1](torch.relu(self.layers[0](sample)))

    @torch.no_grad()
    def clamp(self, bound):
        for parameter in self.parameters():
            parameter.clamp_(-bound, bound)


critic = Critic()
optimizer = torch.optim.RMSprop(critic.parameters(), lr=5e-5)
for real, fake in zip(torch.randn(2, 5, 4), torch.rand(2, 5, 4)):
    distance = critic(fake).mean() - critic(real).mean()
    critic.clamp(0.01)
    optimizer.zero_grad()
    distance.backward()  # ! GL104
    optimizer.step()
