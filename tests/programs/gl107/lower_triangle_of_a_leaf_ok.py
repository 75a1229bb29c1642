"""The matrix is built of the elements of a leaf, by indices of its triangle; a transform of torch.distributions is differentiable."""

import torch
from torch.distributions import transforms


def log_determinant(ys, x):
    return torch.stack([torch.autograd.grad(y, x, retain_graph=True)[0] for y in ys]).det().abs().log()


def triangle(v, n):
    out = v.new_zeros(n, n)
    rows, columns = torch.tril_indices(n, n, -1)
    out[..., rows, columns] = v
    return out


v = torch.randn(3, requires_grad=True)
matrix = triangle(v, 3)
print(log_determinant([matrix[1, 0], matrix[2, 0], matrix[2, 1]], v))

transform = transforms.CorrCholeskyTransform()
factor = transform(torch.randn(3))
inside = factor.new_ones(factor.shape).triu(diagonal=1).to(torch.bool)
v = factor.t()[inside].detach().requires_grad_()
matrix = factor.new_zeros(factor.shape)
matrix[inside] = v
matrix = matrix.t() + torch.diag(factor.diagonal())
print(log_determinant(transform.inv(matrix), v))
