"""The rows' norms are added up."""

import torch


def relax(places, rounds):
    for _ in range(rounds):
        stretch = (places[1:] - places[:-1]).norm(dim=1)
        stretch.sum().backward()
        with torch.no_grad():
            places -= 0.1 * places.grad
        places.grad = None
    return places.detach()


print(relax(torch.randn(6, 2, requires_grad=True), rounds=3))
