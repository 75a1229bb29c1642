"""After each step the critic's weights are clamped in place; the norms of scaled weights are only logged."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)
for real, fake in zip(torch.randn(3, 8, 4), torch.randn(3, 8, 4)):
    loss = critic(fake).mean() - critic(real).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for name, weight in critic.named_parameters():
            if "bias" not in name:
                weight.clamp_(-0.01, 0.01)
        for weight in critic.parameters():
            weight = weight / weight.norm()
            print(weight.max().item())
