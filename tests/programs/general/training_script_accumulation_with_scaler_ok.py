"""Mixed precision, gradients accumulated over four batches, unscaled, clipped, stepped, and an evaluation in between."""

import contextlib
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

accumulation, epochs, use_amp = 2, 2, True
model = nn.Sequential(nn.Linear(5, 8), nn.LayerNorm(8), nn.GELU(), nn.Linear(8, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scaler = torch.amp.GradScaler("cpu", enabled=use_amp)
context = torch.autocast("cpu", dtype=torch.bfloat16) if use_amp else contextlib.nullcontext()
data = TensorDataset(torch.randn(16, 5), torch.randint(0, 3, (16,)))
train_loader, valid_loader = DataLoader(data, batch_size=4, shuffle=True), DataLoader(data, batch_size=8)
steps = math.ceil(len(train_loader) / accumulation) * epochs
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=steps)

for epoch in range(epochs):
    model.train()
    optimizer.zero_grad(set_to_none=True)
    running = 0.0
    for number, (x, y) in enumerate(train_loader):
        with context:
            loss = F.cross_entropy(model(x), y)
        running += loss.detach() * len(x)
        loss = loss / accumulation
        scaler.scale(loss).backward()
        if (number + 1) % accumulation == 0 or number + 1 == len(train_loader):
            scaler.unscale_(optimizer)
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad(set_to_none=True)
            scheduler.step()
    model.eval()
    right = 0
    with torch.no_grad(), context:
        for x, y in valid_loader:
            right += (model(x).argmax(dim=1) == y).sum()
    print(epoch, (running / len(data)).item(), right.item() / len(data), float(norm))
