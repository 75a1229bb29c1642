"""If the condition holds, the first block keeps the graph."""

import json

import torch
from torch import nn

config = json.loads('{"regularise": true}')
network = nn.Sequential(nn.Linear(4, 5), nn.Softplus(), nn.Linear(5, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(2, 6, 4):
    hidden = network[1](network[0](batch))
    answer = network[2](hidden)
    optimizer.zero_grad()
    if config["regularise"]:
        hidden.mean().backward(retain_graph=True)
    if config["regularise"]:
        answer.pow(2).mean().backward()
    else:
        answer.abs().mean().backward()
    optimizer.step()
