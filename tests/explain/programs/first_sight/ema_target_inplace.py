"""The target network is updated between the forward and the backward pass of the same network."""
import torch
from torch import nn


class Ema:
    def __init__(self, model):
        self.model = model

    def blend(self, other, decay):
        with torch.no_grad():
            for mine, theirs in zip(self.model.parameters(), other.parameters()):
                mine.mul_(decay).add_(theirs, alpha=1 - decay)  # <- changed


online, target = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1)), nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
ema = Ema(online)
value = online(torch.randn(3, 4)).mean()
ema.blend(target, 0.5)
value.backward()  # <- raised
