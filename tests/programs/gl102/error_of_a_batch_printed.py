"""The forward pass is before the loop; an error in a batch is only printed."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = torch.randn(3, 4, 3)
total = 0.0
loss = nn.functional.mse_loss(model(batches[0]).squeeze(), torch.ones(4))
for batch in batches:
    try:
        prediction = batch.sum()
    except Exception as error:
        print(error)
        print("no loss for", batch)
    total += loss.item()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
