"""Six options surround the training step, and the evaluation after it builds its graph under all of them."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
for option in ("clip", "amp", "schedule", "smooth", "verbose", "noise"):
    parser.add_argument(f"--{option}", action="store_true")
args = parser.parse_args([])
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
for inputs, targets in [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(4)]:
    if args.noise:
        inputs = inputs + torch.randn_like(inputs)
    if args.amp:
        inputs = inputs.to(torch.float32)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1) if args.smooth else nn.CrossEntropyLoss()
    loss = criterion(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    if args.clip:
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if args.schedule:
        scheduler.step()
    if args.verbose:
        print(loss.item())
model.eval()
right = 0
for inputs in torch.randn(3, 5, 4):
    right += (model(inputs).argmax(1) == 0).sum().item()  # ! GL301
print(right)
