"""A window of micro-batches spans two epochs, and each epoch begins with a reset."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train(model, loader, accumulate=4, epochs=3):
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    seen = 0
    opt.zero_grad()
    for epoch in range(epochs):
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x), y) / accumulate
            loss.backward()
            seen += 1
            if seen % accumulate == 0:
                opt.step()
                opt.zero_grad()


if __name__ == "__main__":
    data = TensorDataset(torch.randn(24, 4), torch.randn(24, 1))
    train(nn.Linear(4, 1), DataLoader(data, batch_size=4))
