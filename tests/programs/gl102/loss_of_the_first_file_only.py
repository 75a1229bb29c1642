"""The loss is computed for names with a prefix: that of the first file is backpropagated again for the second one."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for name in ("train_a", "test_b"):
    if name.removeprefix("train_") == "a":
        loss = model(torch.randn(4, 3)).square().mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
