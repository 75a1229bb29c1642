"""The handler skips a batch that needs too much memory and raises every other error again, as that of the second backward."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in range(4):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).pow(2).mean()
    try:
        loss.backward()
        loss.backward()  # ! GL101
    except RuntimeError as error:
        if "out of memory" not in str(error):
            raise
        print("skipped batch", batch)
        continue
    optimizer.step()
