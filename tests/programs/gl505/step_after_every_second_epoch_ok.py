"""A step follows every second epoch, and each epoch begins with a reset."""

import torch
from torch import nn


def fit(model, batches, opt, epochs, step_every_epochs=2):
    """A step follows only every second pass over the data."""
    for epoch in range(epochs):
        for x, y in batches:
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
        if (epoch + 1) % step_every_epochs == 0:
            opt.step()
            opt.zero_grad()


if __name__ == "__main__":
    model = nn.Linear(4, 2)
    opt = torch.optim.Adam(model.parameters())
    batches = [(torch.randn(3, 4), torch.randint(0, 2, (3,))) for _ in range(3)]
    fit(model, batches, opt, 4)
