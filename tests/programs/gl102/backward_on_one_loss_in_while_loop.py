"""The loop reads the gradient of one and the same loss until it is small, but the first reading has freed the loss."""

import torch

place = torch.tensor([2.0, -3.0], requires_grad=True)
height = (place**2).sum().sqrt()
rounds = 0
while rounds < 20 and place.detach().norm() > 0.1:
    place.grad = None
    height.backward()  # ! GL102
    with torch.no_grad():
        place -= 0.5 * place.grad
    rounds += 1
