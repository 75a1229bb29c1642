"""A module keeps the LSTM's state from call to call."""
import torch
from torch import nn


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 6, batch_first=True)
        self.out = nn.Linear(6, 1)
        self.state = None

    def forward(self, x):
        y, self.state = self.lstm(x, self.state)  # <- built
        return self.out(y[:, -1])


def train(model, optimizer, windows):
    for window, target in windows:
        optimizer.zero_grad()
        loss = nn.functional.l1_loss(model(window), target)
        loss.backward()  # <- raised, freed
        optimizer.step()


model = Forecaster()
train(model, torch.optim.Adam(model.parameters()), [(torch.randn(3, 5, 2), torch.randn(3, 1)) for _ in range(2)])
