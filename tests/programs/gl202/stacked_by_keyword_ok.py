"""The tensors to stack are passed by keyword and the losses are summed as numbers."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for _ in range(6):
    rows = [torch.randn(3), torch.randn(3)]
    loss = model(torch.stack(tensors=rows, dim=0)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
print(total)
