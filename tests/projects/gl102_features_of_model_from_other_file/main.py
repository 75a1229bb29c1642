"""The target's features have a graph, since the extractor's parameters require gradients."""

import torch
from features import Features

model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
extractor = Features().to("cpu")
target = extractor(torch.randn(3, 4))  # ! GL305
for _ in range(3):
    optimizer.zero_grad()
    loss = (extractor(model(torch.randn(3, 4))) - target).pow(2).mean()
    loss.backward()  # ! GL102
    optimizer.step()
