"""LBFGS calls its closure many times in a step, and the closure backpropagates the loss that was built outside of it."""

import torch

shape = torch.tensor([1.5, -0.5], requires_grad=True)
optimizer = torch.optim.LBFGS([shape], max_iter=5, line_search_fn="strong_wolfe")
x = torch.linspace(-1, 1, 9)
loss = (shape[0] * x.pow(2) + shape[1] * x - x.cos()).pow(2).mean()


def closure():
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    return loss


for _ in range(3):
    optimizer.step(closure)
print(shape.tolist())
