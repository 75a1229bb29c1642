"""The weights of the critic are clipped with grad mode on."""
import torch
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))  # <- leaf
for x in torch.randn(2, 3, 4):
    critic(x).mean().backward()
    for p in critic.parameters():
        p.clamp_(-0.01, 0.01)  # <- raised
