"""An optimizer of a class that the caller chooses is given a product of a leaf, which is not a leaf."""

from typing import Type

import torch
from torch import nn
from torch.optim import Optimizer


def invert(decoder: nn.Module, target: torch.Tensor, optim_cls: Type[Optimizer]) -> torch.Tensor:
    code = (0.1 * torch.randn(len(target), 3)).requires_grad_()
    search = optim_cls([code], lr=0.05)
    for _ in range(3):
        search.zero_grad()
        loss = nn.functional.mse_loss(decoder(code), target)
        loss.backward()
        search.step()
    return code.detach()


eval("invert")(nn.Linear(3, 2), torch.randn(4, 2), torch.optim.Adam)
