"""A warmup per batch steps after the optimizer."""

import torch
from torch import nn, optim


def main():
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = optim.AdamW(net.parameters(), lr=1e-3)
    warmup = optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 10))
    criterion = nn.CrossEntropyLoss()
    for epoch in range(2):
        for batch in range(4):
            inputs, labels = torch.randn(6, 4), torch.randint(2, (6,))
            loss = criterion(net(inputs), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            warmup.step()


if __name__ == "__main__":
    main()
