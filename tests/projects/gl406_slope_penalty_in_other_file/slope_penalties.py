"""Penalties on the slopes of a critic."""

from torch.autograd import grad


def slope_penalty(critic, points):
    points = points.detach().requires_grad_()
    slopes = grad(critic(points).sum(), points)[0]
    return (slopes.flatten(1).norm(2, dim=1) - 1).square().mean()
