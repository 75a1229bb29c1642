import torch
from torch.utils.checkpoint import checkpoint

weight = torch.randn(3, 3, requires_grad=True)


def block(inputs, width):
    return (inputs @ weight)[:, :width].tanh()


hidden = checkpoint(block, torch.randn(2, 3), 3, use_reentrant=False)
hidden.sum().backward()
