"""Each parameter is in one group."""

import torch
from layer_rate_groups import layer_groups
from torch import nn
from trunk_and_head_network import TrunkAndHead


def train(steps):
    model = TrunkAndHead()
    optimizer = torch.optim.SGD(layer_groups(model, 0.1), lr=0.1)
    for _ in range(steps):
        x, y = torch.randn(8, 3), torch.randint(2, (8,))
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


if __name__ == "__main__":
    train(3)
