"""Every sequence starts from zeros; the state is carried inside of it, with one backward at its end."""

import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(3, 4)
        self.verdict = nn.Linear(4, 2)
        self.state = None

    def begin(self, batch):
        self.state = (torch.zeros(batch, 4), torch.zeros(batch, 4))

    def forward(self, sequence):
        self.begin(sequence.size(1))
        for item in sequence:
            self.state = self.cell(item, self.state)
        return self.verdict(self.state[0])


reader = Reader()
optimizer = torch.optim.Adam(reader.parameters())
for sequence in torch.randn(3, 5, 2, 3):
    optimizer.zero_grad()
    nn.functional.cross_entropy(reader(sequence), torch.tensor([0, 1])).backward()
    optimizer.step()
