"""Only for another kind is the accumulator a leaf, and no caller asks for it."""

import sys

import torch


class Criterion(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, terms):
        loss = torch.zeros(1, requires_grad=True)
        if self.kind == "wide":
            loss = loss.double()
        loss += terms.sum()
        loss.backward()
        return loss


vars(sys.modules[__name__])["Criterion"]("wide")(torch.ones(3))
