"""The averaged copy is frozen: its outputs have no graph though they are collected outside of no_grad."""

import torch
import torch.nn.functional as F
from torch import nn
import copy


class EMA:
    def __init__(self, model, decay=0.9):
        self.module, self.decay = copy.deepcopy(model).eval(), decay
        self.module.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for e, p in zip(self.module.state_dict().values(), model.state_dict().values()):
            if e.dtype.is_floating_point:
                e.copy_(e * self.decay + p * (1 - self.decay))
            else:
                e.copy_(p)


def dice(logits, mask, eps=1e-6):
    p = logits.sigmoid().flatten(1)
    m = mask.flatten(1)
    return 1 - ((2 * (p * m).sum(1) + eps) / (p.sum(1) + m.sum(1) + eps)).mean()


unet = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.Conv2d(4, 1, 1))
ema = EMA(unet)
opt = torch.optim.Adam(unet.parameters(), lr=1e-2)
for epoch in range(3):
    unet.train()
    for scan in torch.rand(2, 3, 1, 6, 6):
        mask = (scan > 0.5).float()
        logits = unet(scan)
        loss = 0.5 * dice(logits, mask) + 0.5 * F.binary_cross_entropy_with_logits(logits, mask)
        opt.zero_grad()
        loss.backward()
        opt.step()
        ema.update(unet)
    scores = []
    for scan in torch.rand(2, 3, 1, 6, 6):
        scores.append(1 - dice(ema.module(scan), (scan > 0.5).float()))
    print(epoch, torch.stack(scores).mean().item())
