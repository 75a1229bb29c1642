"""Each step fills a new row with its losses as numbers and appends it to a table."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
table = []
for step in range(8):
    row = {"step": step}
    outputs = model(torch.randn(5, 4))
    losses = {"error": outputs.pow(2).mean(), "size": outputs.abs().mean()}
    optimizer.zero_grad()
    sum(losses.values()).backward()
    optimizer.step()
    row.update({name: float(loss) for name, loss in losses.items()})
    table.append(row)
