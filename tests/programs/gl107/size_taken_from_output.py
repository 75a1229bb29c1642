"""`type_as` takes only the dtype and the device of the model's output: the loss is computed from data alone."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 8, 4):
    output = model(batch)
    target = torch.ones(8, 1)
    loss = (target.type_as(output) - target.expand_as(output)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
