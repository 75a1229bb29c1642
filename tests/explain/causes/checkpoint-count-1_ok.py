import torch
from torch.utils.checkpoint import checkpoint

weight = torch.randn(3, 3, requires_grad=True)


def block(inputs, is_first):
    hidden = (inputs @ weight).tanh()
    return hidden.exp() if is_first else hidden


hidden = checkpoint(block, torch.randn(2, 3), True, use_reentrant=False)
hidden.sum().backward()
