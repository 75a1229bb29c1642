"""MAML's fast weights are new tensors on purpose: the outer loss backpropagates through them to the slow ones."""

import torch
import torch.nn.functional as F

slow = [torch.randn(2, 3, requires_grad=True), torch.zeros(2, requires_grad=True)]
optimizer = torch.optim.SGD(slow, lr=0.01)
for task in torch.randn(3, 8, 3):
    support, query = task[:4], task[4:]
    fast = list(slow)
    for _ in range(2):
        loss = F.mse_loss(F.linear(support, *fast), support[:, :2])
        slopes = torch.autograd.grad(loss, fast, create_graph=True)
        fast = [weight - 0.1 * slope for weight, slope in zip(fast, slopes)]
    optimizer.zero_grad()
    F.mse_loss(F.linear(query, *fast), query[:, :2]).backward()
    optimizer.step()
