"""The teacher is the model called with averaged weights that need no gradient; the losses are added up with their graphs."""

import torch
from torch import nn
from torch.func import functional_call

model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
averaged = {name: value.detach().clone() for name, value in model.named_parameters()}
total = 0.0
for batch in torch.randn(4, 6, 4):
    wanted = functional_call(model, averaged, (batch,))
    loss = nn.functional.mse_loss(model(batch + 0.1), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss  # ! GL202
    for name, value in model.named_parameters():
        averaged[name] = 0.9 * averaged[name] + 0.1 * value.detach()
print(total)
