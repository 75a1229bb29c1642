"""A test trains a model and then measures it on several batches: grad mode is off."""

import torch
from torch import nn


def test_accuracy():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(torch.randn(8, 3)), torch.randint(2, (8,))).backward()
        optimizer.step()
    net.eval()
    correct = 0
    with torch.no_grad():
        for _ in range(3):
            scores = net(torch.randn(8, 3))
            correct += int((scores.argmax(1) == 0).sum())
    assert correct >= 0


if __name__ == "__main__":
    test_accuracy()
