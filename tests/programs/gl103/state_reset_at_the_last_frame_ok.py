"""The state is new at the last frame, with which each range begins that counts down."""

import os

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.state = None

    def forward(self, inputs, index):
        if index == 5:
            self.state = torch.zeros(4, 3)
        self.state = torch.tanh(self.layer(inputs) + self.state)
        return self.state


class Decoder(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.attention = Attention()
        self.rate = rate

    def forward(self, inputs):
        outputs = []
        for index in range(5, -1, -self.rate):
            outputs.append(self.attention(inputs[index], index))
        return torch.stack(outputs)


model = Decoder(int(os.environ.get("RATE", "2")))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    loss = model(torch.randn(6, 4, 3)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
