"""Elements of tensors of zeros are replaced by a leaf that requires grad: each of these tensors has a graph afterwards."""

import torch

x = torch.randn(3, requires_grad=True)
first, diagonal = torch.tensor([0]), torch.arange(3)


def total(fill, *size):
    out = torch.zeros(*(size or (3, 3)))
    fill(out)
    return out.sum()


total(lambda out: out.index_put_((diagonal, diagonal), x)).backward()
total(lambda out: out.masked_scatter_(torch.eye(3) > 0, x)).backward()
total(lambda out: out.masked_fill_(torch.eye(3) > 0, x[0])).backward()
total(lambda out: out.index_copy_(0, first, x[None])).backward()
total(lambda out: out.index_add_(0, first, x[None])).backward()
total(lambda out: out.index_fill_(0, first, x[0])).backward()
total(lambda out: out.scatter_(0, torch.zeros(1, 3, dtype=torch.long), x[None])).backward()
total(lambda out: out.scatter_add_(0, index=torch.zeros(1, 3, dtype=torch.long), src=x[None])).backward()
total(lambda out: out.put_(torch.arange(3), x)).backward()
total(lambda out: out.copy_(x)).backward()
total(lambda out: out.diagonal().copy_(x)).backward()
total(lambda out: out.__setitem__(0, x)).backward()
total(lambda out: out.flatten()[::4].copy_(x)).backward()
total(lambda out: out.reshape(-1).__setitem__(slice(0, 3), x)).backward()
total(lambda out: out.unsqueeze(0)[..., 1].copy_(x), 3, 3).backward()
