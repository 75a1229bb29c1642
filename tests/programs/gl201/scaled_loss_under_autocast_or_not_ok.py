"""The same with a plain backward."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--accumulate", action="store_true")
parser.add_argument("--second", action="store_true")
parser.add_argument("--amp", action="store_true")
parser.add_argument("--count", type=int, default=2)

scaler = torch.amp.GradScaler("cpu", enabled=False)


def train(model, optimizer, loss_fn, loader, args):
    total = 0
    for i, x in enumerate(loader):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=args.amp):
            outputs = model(x)
            parts = [part.float() for part in outputs]
            loss = loss_fn(parts)
        if torch.is_autocast_enabled() or args.amp:
            scaler.scale(loss).backward()
            if (args.accumulate and i % args.count == 0) or not args.accumulate or i + 1 == len(loader):
                scaler.step(optimizer)
                optimizer.zero_grad()
            scaler.update()
        else:
            loss.backward()
            if (args.accumulate and i % args.count == 0) or not args.accumulate or i + 1 == len(loader):
                optimizer.step()
                optimizer.zero_grad()
        total += loss.item()
        if i % 50 == 0:
            print(i, loss.item())
    return total


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.heads = nn.ModuleList([nn.Linear(3, 2), nn.Linear(3, 2)])

    def forward(self, x):
        x = torch.tanh(self.body(x))
        return [head(x) for head in self.heads]


def main():
    model = TwoHeads()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    options = parser.parse_args(["--amp"])
    train(model, optimizer, lambda parts: (parts[0] - parts[1]).pow(2).mean(), [torch.randn(2, 3) for _ in range(4)], options)


main()
