"""A difference of two computed tensors is detached, whether or not their shapes differ."""

import torch


def gap(fake, real, weight):
    with torch.no_grad():
        goal = real.topk(3, dim=1).values.mean(dim=0)
    found = fake.detach().topk(3, dim=1).values.mean(dim=0)
    if found.shape != goal.shape:
        return torch.zeros(())
    return weight * (found - goal).abs().sum()


net = torch.nn.Linear(3, 5)
gap(net(torch.randn(4, 3)), torch.randn(4, 5), 0.5).backward()  # ! GL107
