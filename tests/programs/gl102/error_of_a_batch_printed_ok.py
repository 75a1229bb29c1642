"""An error in the forward pass of a batch is only printed: no batch shows one, so each backward pass has a graph of its own."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = torch.randn(3, 4, 3)
total = 0.0
for batch in batches:
    try:
        prediction = model(batch)
        loss = nn.functional.mse_loss(prediction.squeeze(), torch.ones(4))
    except Exception as error:
        print(error)
        print("no loss for", batch)
    total += loss.item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
