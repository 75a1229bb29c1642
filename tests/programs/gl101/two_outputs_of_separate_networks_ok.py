"""The two losses come from one call, but each depends on a network of its own: the graphs share no node."""

import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(3, 2)
        self.right = nn.Linear(3, 2)

    def forward(self, image):
        return self.left(image[:, :3]), self.right(image[:, 3:])


pair = Pair()
optimizer = torch.optim.SGD(pair.parameters(), lr=0.01)
for stereo in torch.randn(3, 4, 6):
    near, far = pair(stereo)
    optimizer.zero_grad()
    near.square().mean().backward()
    far.square().mean().backward()
    optimizer.step()
