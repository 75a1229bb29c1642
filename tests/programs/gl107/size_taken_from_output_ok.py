"""`expand_as` and `view_as` take only the shape of the other tensor: the output that they expand keeps its graph."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 8, 4):
    output = model(batch)
    target = torch.ones(8, 1)
    loss = (target.type_as(output) - output.view_as(target)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
