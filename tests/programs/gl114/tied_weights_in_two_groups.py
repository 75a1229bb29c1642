"""The decoder shares the weight of the encoder, so both groups contain it."""

import torch
from torch import nn


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 3, bias=False)
        self.decoder = nn.Linear(3, 3, bias=False)
        self.output = nn.Linear(3, 1)
        self.decoder.weight = self.encoder.weight

    def forward(self, x):
        return self.output(self.decoder(torch.tanh(self.encoder(x))))


model = Tied()
optimizer = torch.optim.SGD([{"params": model.encoder.parameters()}, {"params": model.decoder.parameters()}], lr=0.1)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
