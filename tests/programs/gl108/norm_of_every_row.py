"""The norm was taken along one dimension of two, and leaves a number for every row."""

import torch


def relax(places, rounds):
    for _ in range(rounds):
        stretch = (places[1:] - places[:-1]).norm(dim=1)
        stretch.backward()  # ! GL108
        with torch.no_grad():
            places -= 0.1 * places.grad
        places.grad = None
    return places.detach()


print(relax(torch.randn(6, 2, requires_grad=True), rounds=3))
