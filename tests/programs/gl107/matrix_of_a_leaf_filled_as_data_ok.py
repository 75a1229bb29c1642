"""The elements of a leaf are written into the matrix, which has a graph then."""

import torch


def matrix(v, n):
    out = torch.zeros(n, n)
    rows, columns = torch.tril_indices(n, n, -1)
    out.index_put_((rows, columns), v)
    return out


v = torch.randn(3, requires_grad=True)
matrix(v, 3).sum().backward()
