"""The closure builds the loss that it backpropagates."""

import torch

shape = torch.tensor([1.5, -0.5], requires_grad=True)
optimizer = torch.optim.LBFGS([shape], max_iter=5, line_search_fn="strong_wolfe")
x = torch.linspace(-1, 1, 9)


def closure():
    optimizer.zero_grad()
    loss = (shape[0] * x.pow(2) + shape[1] * x - x.cos()).pow(2).mean()
    loss.backward()
    return loss


for _ in range(3):
    optimizer.step(closure)
print(shape.tolist())
