"""Each step's loss is kept under the step's number and a name that the program works out, to be shown at the end."""

import json

import torch
from torch import nn

name = json.loads('"size"')
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
shown = {}
for index, batch in enumerate(iter(torch.randn(6, 8, 3))):
    optimizer.zero_grad()
    loss = net(batch).pow(2).mean()
    shown[f"{index} {name}"] = loss  # ! GL203
    loss.backward()
    optimizer.step()
print({key: float(loss) for key, loss in shown.items()})
