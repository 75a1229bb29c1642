"""Functions named like methods of modules: the calls of `model.train()` and `model.eval()` are not calls of them."""

import torch
from torch.nn import functional


def update(loss, optimizer):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train(model, optimizer, batches, held_out, epochs=3):
    for epoch in range(epochs):
        model.train()
        for x, y in batches:
            update(functional.cross_entropy(model(x), y), optimizer)
        model.eval()
        right, seen = 0, 0
        for x, y in held_out:
            scores = model(x)  # ! GL301
            right += (scores.argmax(1) == y).sum().item()
            seen += len(y)
        print(epoch, right / seen)


network = torch.nn.Linear(3, 2)
pairs = [(torch.randn(4, 3), torch.zeros(4, dtype=torch.long)) for _ in range(3)]
train(network, torch.optim.SGD(network.parameters(), lr=0.1), pairs, pairs)
