"""Large gradients are skipped after they were unscaled, and so is the update of a scaler that a setting enables."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--no-amp", action="store_true")
use_amp = not parser.parse_args([]).no_amp
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=use_amp)
for batch in (torch.ones(8, 3), torch.full((8, 3), 1000.0), torch.ones(8, 3), torch.ones(8, 3)):
    loss = model(batch).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)  # ! GL507
    skip = nn.utils.clip_grad_norm_(model.parameters(), 1.0) > 100
    if not skip:
        scaler.step(optimizer)
        scaler.update()
    optimizer.zero_grad(set_to_none=True)
