"""The row is zeroed through .data, which autograd does not see."""

import torch
from torch import nn

vocabulary = nn.Parameter(torch.randn(6, 3))
padding = vocabulary.data[0]
padding.zero_()
sentence = torch.tensor([2, 5, 0])
print(vocabulary[sentence].sum())
