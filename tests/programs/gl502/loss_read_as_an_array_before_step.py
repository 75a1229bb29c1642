"""A received optimizer clears its gradients after the backward pass. The loss is read through an array before the step."""

import torch


def train(model, criterion, optimizer, batches):
    total = 0.0
    for inputs, targets in batches:
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.zero_grad()  # ! GL502
        total += loss.detach().cpu().numpy().mean().item()
        optimizer.step()
    return total


network = torch.nn.Linear(3, 1)
data = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)]
eval("train")(network, torch.nn.MSELoss(), torch.optim.SGD(network.parameters(), lr=0.1), data)
