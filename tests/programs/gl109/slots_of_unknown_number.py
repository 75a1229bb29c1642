"""The weights of a batch wait in a list of slots, whose number is known at run time only, until training multiplies with them."""

import torch
from torch import nn

net, scorer = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = torch.randn(int(torch.randint(3, 5, ())), 5, 4)
waiting = [None] * len(batches)
for index, batch in enumerate(batches):
    with torch.inference_mode():
        waiting[index] = scorer(batch).sigmoid()
    loss = (net(batch).square() * waiting[index]).mean()  # ! GL109
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
