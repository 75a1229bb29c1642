"""The target's features have no graph: a helper of a third file freezes the extractor's parameters."""

import torch
from features import Features

model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
extractor = Features().to("cpu")
target = extractor(torch.randn(3, 4))
for _ in range(3):
    optimizer.zero_grad()
    loss = (extractor(model(torch.randn(3, 4))) - target).pow(2).mean()
    loss.backward()
    optimizer.step()
