"""NumPy's squeeze calls the method of the tensor: that of a detached tensor has no graph."""

import numpy as np
import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
total = 0
for _ in range(4):
    optimizer.zero_grad()
    loss = model(torch.ones(2, 3)).pow(2).mean()
    loss.backward()
    optimizer.step()
    total += np.squeeze(loss.detach())
print(total)
