"""A scaler that the annotation names steps the received optimizer before the gradients are clipped."""

import torch
from torch import nn
from torch.amp import GradScaler


def mixed_step(net: nn.Module, opt: torch.optim.Optimizer, scaler: GradScaler, batch, limit=1.0):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(batch[0]), batch[1])
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    nn.utils.clip_grad_norm_(net.parameters(), limit)
    scaler.step(opt)
    scaler.update()
    return loss.item()


net = nn.Linear(4, 3)
for _ in range(3):
    batch = (torch.randn(5, 4), torch.randint(0, 3, (5,)))
    eval("mixed_step")(net, torch.optim.SGD(net.parameters(), lr=0.1), GradScaler("cpu"), batch)
