"""The function that visits the layers is not followed to its end; it may switch each of them back to training mode."""

import torch
from torch import nn


def switch(modules, place, training):
    if place < len(modules):
        modules[place].train(training)
        switch(modules, place + 1, training)


def evaluate(model, batches):
    model.eval()
    with torch.no_grad():
        right = sum((model(x).argmax(1) == y).float().mean().item() for x, y in batches)
    switch(list(model.modules()), 0, True)
    return right


model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Dropout(0.2), nn.Linear(4, 4), nn.ReLU(), nn.Dropout(0.2), nn.Linear(4, 2))
optimizer = torch.optim.Adam(model.parameters())
batches = [(torch.randn(4, 4), torch.randint(2, (4,))) for _ in range(3)]
for epoch in range(3):
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    print(evaluate(model, batches))
