"""Both roots are backpropagated together, and the graph goes."""

import torch
from torch import nn


class Stereo(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.ears = nn.ModuleList([nn.Linear(6, 1), nn.Linear(6, 1)])

    def forward(self, sound):
        heard = torch.relu(self.body(sound))
        return tuple(ear(heard).pow(2).mean() for ear in self.ears)


stereo = Stereo()
optimizer = torch.optim.SGD(stereo.parameters(), lr=0.05)
for sound in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    torch.autograd.backward(stereo(sound))
    optimizer.step()
