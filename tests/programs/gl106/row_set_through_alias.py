"""A name is bound to one row of a parameter, and the row is zeroed: it is a view of the leaf."""

import torch
from torch import nn

vocabulary = nn.Parameter(torch.randn(6, 3))
padding = vocabulary[0]
padding.zero_()  # ! GL106
sentence = torch.tensor([2, 5, 0])
print(vocabulary[sentence].sum())
