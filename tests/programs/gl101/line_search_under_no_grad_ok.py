"""A line search evaluates the loss under no_grad along the gradient of one backward."""

import torch

place = torch.tensor([1.5, -2.0], requires_grad=True)


def height(at):
    return (at[0] ** 2 + 3 * at[1] ** 2).sqrt()


for _ in range(3):
    place.grad = None
    here = height(place)
    here.backward()
    rate = 1.0
    with torch.no_grad():
        while height(place - rate * place.grad) >= here and rate > 1e-3:
            rate /= 2
        place -= rate * place.grad
print(place.tolist(), here.item())
