"""The tensors are passed one by one, so the checkpoint sees that they require grad."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(3, 4), nn.Linear(3, 4)
        self.mix = nn.Bilinear(4, 4, 4)
        self.out = nn.Linear(4, 1)

    def _mixed(self, left, right):
        return torch.relu(self.mix(left, right))

    def forward(self, x):
        pair = self.left(x), self.right(x)
        gate = torch.sigmoid(self.left(x))
        return self.out(checkpoint(self._mixed, *pair, use_reentrant=True) * gate + pair[1])


model = Mixer()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01)
for x in torch.randn(4, 8, 3):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
