"""The last loss of each epoch, with a term that depends on the batch, is stored with its graph after the loop over the batches."""

import torch
from torch import nn


def train(model, batches, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for _ in range(epochs):
        for inputs, weight in batches:
            loss = model(inputs).pow(2).mean()
            if weight > 0:
                loss = loss + weight * model(inputs).abs().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        history.append(loss)  # ! GL203
    return history


train(nn.Linear(3, 1), [(torch.randn(5, 3), i % 2) for i in range(4)], 4)
