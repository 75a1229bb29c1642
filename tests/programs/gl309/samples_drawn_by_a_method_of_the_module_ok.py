"""The method restores training mode."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 8)
        self.norm = nn.BatchNorm1d(8)
        self.out = nn.Linear(8, 3)

    def forward(self, code):
        return self.out(torch.relu(self.norm(self.hidden(code))))

    def sample(self, count):
        self.eval()
        with torch.no_grad():
            samples = self(torch.randn(count, 4))
        self.train()
        return samples


decoder = Decoder()
optimizer = torch.optim.Adam(decoder.parameters())
for step in range(8):
    optimizer.zero_grad()
    loss = (decoder(torch.randn(8, 4)) - torch.randn(8, 3)).abs().mean()
    loss.backward()
    optimizer.step()
    if step % 2 == 0:
        print(decoder.sample(4).mean().item())
