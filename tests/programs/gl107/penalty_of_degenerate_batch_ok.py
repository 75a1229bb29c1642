"""A helper returns None for batches without neighbors, and the penalty is then zero; on the other path it has a graph."""

import torch


def profile(points, count):
    used = min(int(count), points.shape[0] - 1)
    if used < 2:
        return None
    nearest, _ = torch.topk(torch.cdist(points, points), used, largest=False)
    survivors = nearest[:, 0] < nearest[:, -1]
    if not bool(survivors.any()):
        return None
    return nearest[survivors].mean(dim=0)


def penalty(points, target):
    found = profile(points, 3)
    if found is None:
        return torch.zeros(())
    return (found - target).abs().sum()


points = torch.randn(8, 2, requires_grad=True)
penalty(points, torch.ones(3)).backward()
