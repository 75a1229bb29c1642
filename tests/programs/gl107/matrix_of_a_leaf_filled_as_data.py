"""The elements of a leaf are written into the data of the matrix, or detached: it has no graph."""

import torch


def matrix(v, n):
    out = torch.zeros(n, n)
    rows, columns = torch.tril_indices(n, n, -1)
    out.index_put_((rows, columns), v.detach())
    return out


v = torch.randn(3, requires_grad=True)
matrix(v, 3).sum().backward()  # ! GL107
