"""del empties the list of counts, and the losses stay in theirs."""

import torch
from torch import nn


def train(net, loader, opt, accumulate=4):
    losses, count, sizes = [], 0, []
    for x, y in loader:
        opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        opt.step()
        losses.append(loss)  # ! GL203
        sizes.append(len(x))
        count += 1
        if count % accumulate == 0:
            print(sum(sizes))
            del sizes[:]
    print(float(losses[-1]))


net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
train(net, [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(80)], opt)
