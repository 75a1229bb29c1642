"""A decoder writes each state into one tensor that the cell has read."""
import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.recur = nn.Linear(width, width)
        self.out = nn.Linear(width, 2)

    def forward(self, start, steps):
        states = torch.zeros(steps + 1, *start.shape)
        states[0] = start
        for t in range(steps):
            states[t + 1] = torch.tanh(self.recur(states[t]))  # <- built, changed
        return self.out(states[1:])


criterion = nn.MSELoss()
decoder = Decoder()
optimizer = torch.optim.Adam(decoder.parameters())
for target in torch.randn(2, 3, 5, 2):
    optimizer.zero_grad()
    criterion(decoder(torch.randn(5, 4), 3), target).backward()  # <- raised
    optimizer.step()
