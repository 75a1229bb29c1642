"""Each tensor of a list gets its gradient by assignment, from the gradient of a copy that was trained."""

import torch

weights = [torch.ones(3), torch.ones(2)]
optimizer = torch.optim.SGD(weights, lr=0.5)
for _ in range(4):
    copies = [weight.clone().requires_grad_() for weight in weights]
    sum((copy**2).sum() for copy in copies).backward()
    for weight, copy in zip(weights, copies):
        weight.grad = copy.grad
    optimizer.step()
    optimizer.zero_grad()
assert float(weights[0][0]) < 1
