"""A dict whose items are attributes holds the loss under both, and the second backward does not run."""

import torch
from torch import nn


class AttributeDict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


outputs = AttributeDict(loss=nn.Linear(3, 1)(torch.randn(4, 3)).pow(2).mean(), count=4)
outputs["loss"].backward()
if outputs.count == 5:
    outputs.loss.backward()
