"""A loss that is computed in both phases makes its copy of the outputs require grad in training only, and evaluates without grad mode."""

import torch
from torch import nn
from torch.autograd import Variable


def compute_loss(outputs, targets, head, evaluating=False):
    outputs = Variable(outputs.data, requires_grad=not evaluating)
    total = 0.0
    for part, target in zip(torch.split(outputs, 2), torch.split(targets, 2), strict=True):
        loss = nn.functional.mse_loss(head(part), target)
        total += loss.item()
        if not evaluating:
            loss.backward()
    return total, outputs.grad


model, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.1)
for epoch in range(2):
    optimizer.zero_grad()
    outputs = model(torch.randn(4, 3))
    total, gradient = compute_loss(outputs, torch.randn(4, 1), head)
    outputs.backward(gradient)
    optimizer.step()
    with torch.no_grad():
        held_out = model(torch.randn(4, 3))
        total, gradient = compute_loss(held_out, torch.randn(4, 1), head, evaluating=True)
    print(epoch, total)
