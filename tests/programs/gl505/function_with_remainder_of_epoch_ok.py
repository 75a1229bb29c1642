"""A training function resets gradients after each step."""

import torch
from torch import nn


def train(model, loader, optimizer, criterion, accumulation_steps, epochs):
    model.train()
    for epoch in range(epochs):
        running = 0.0
        for step, (inputs, labels) in enumerate(loader):
            loss = criterion(model(inputs), labels) / accumulation_steps
            loss.backward()
            running += loss.item()
            if (step + 1) % accumulation_steps == 0 or step + 1 == len(loader):
                optimizer.step()
                optimizer.zero_grad()
        print(epoch, running / len(loader))


if __name__ == "__main__":
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    batches = [(torch.randn(6, 4), torch.randint(2, (6,))) for _ in range(6)]
    train(net, batches, torch.optim.Adam(net.parameters(), lr=1e-3), nn.CrossEntropyLoss(), 3, 4)
