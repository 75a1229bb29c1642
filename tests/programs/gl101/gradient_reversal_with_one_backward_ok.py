"""A gradient reversal layer lets one backward train features and discriminator against one another."""

import torch
import torch.nn.functional as F
from torch import nn


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.neg() * ctx.strength, None


features, labels_head, domain_head = nn.Linear(4, 6), nn.Linear(6, 2), nn.Linear(6, 2)
optimizer = torch.optim.SGD(nn.ModuleList([features, labels_head, domain_head]).parameters(), lr=0.1)
for step, (source, target) in enumerate(zip(torch.randn(3, 5, 4), torch.randn(3, 5, 4))):
    known, unknown = torch.relu(features(source)), torch.relu(features(target))
    label_loss = F.cross_entropy(labels_head(known), torch.randint(0, 2, (5,)))
    both = Reverse.apply(torch.cat([known, unknown]), 0.1 * step)
    domain_loss = F.cross_entropy(domain_head(both), torch.tensor([0] * 5 + [1] * 5))
    optimizer.zero_grad()
    (label_loss + domain_loss).backward()
    optimizer.step()
