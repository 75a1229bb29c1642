"""The method fills an `nn.ModuleList`."""

import torch
import torch.nn as nn


class MultiScale(nn.Module):
    def __init__(self, scales):
        super(MultiScale, self).__init__()
        self.embed = nn.Linear(4, 4)
        self.build(scales)

    def build(self, scales):
        self.convs = nn.ModuleList([])
        for scale in scales:
            self.convs += [nn.Conv1d(1, 2, scale)]

    def forward(self, x):
        x = self.embed(x).unsqueeze(1)
        return torch.cat([conv(x).amax(2) for conv in self.convs], 1)


model = MultiScale([2, 3])
optimizer = torch.optim.RMSprop(model.parameters())
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
