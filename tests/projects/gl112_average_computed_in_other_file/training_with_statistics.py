"""The history keeps tensors that require grad, and the other file averages them by NumPy."""

import torch
from epoch_statistics import averages
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
history = {"loss": []}
for _ in range(5):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    optimizer.step()
    history["loss"].append(loss)  # ! GL203
print(averages(history))
