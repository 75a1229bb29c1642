"""The teacher is called under no_grad."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

networks = {"student": nn.Linear(4, 3)}
networks["teacher"] = copy.deepcopy(networks["student"])
optimizer = torch.optim.SGD(networks["student"].parameters(), lr=0.1)


def consistency(said, wanted):
    return F.mse_loss(said.softmax(dim=1), wanted.detach().softmax(dim=1))


for batch in torch.randn(3, 5, 4):
    with torch.no_grad():
        wanted = networks["teacher"](batch)
    loss = consistency(networks["student"](batch + 0.1 * torch.randn(5, 4)), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for slow, fast in zip(networks["teacher"].parameters(), networks["student"].parameters()):
            slow.lerp_(fast, 0.01)
