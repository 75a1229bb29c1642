"""One of many branches backpropagates a second loss of the outputs first, and the last backward goes through them again."""

import sys

import torch

net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Tanh(), torch.nn.Linear(3, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = torch.nn.CrossEntropyLoss()


def train(batches, kind):
    for inputs, targets in batches:
        optimizer.zero_grad()
        outputs = net(inputs)
        if kind == "sum":
            loss = criterion(outputs, targets) * 4
        elif kind == "half":
            loss = criterion(outputs[:2], targets[:2])
        elif kind == "sharp":
            loss = criterion(outputs * 2, targets)
        elif kind == "smooth":
            loss = criterion(outputs * 0.9, targets)
        elif kind == "second":
            loss = criterion(outputs, targets)
            second = outputs.pow(2).mean()
            second.backward(retain_graph=True)
            loss = loss + 0.1 * second.detach()
        elif kind == "noise":
            loss = criterion(outputs + torch.randn_like(outputs), targets)
        elif kind == "weighted":
            loss = criterion(outputs, targets) + net[2].weight.pow(2).sum()
        elif kind == "small":
            loss = criterion(outputs, targets).clamp(max=9.0)
        elif kind == "root":
            loss = criterion(outputs, targets).sqrt()
        else:
            loss = -outputs.mean()
        loss.backward()
        optimizer.step()


train([(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]))] * 3, dict.fromkeys(sys.argv, "").get("kind", "second"))
