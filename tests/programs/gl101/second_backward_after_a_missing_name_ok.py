"""The name in the second iteration's branch is bound nowhere: Python raises before the second backward."""

import torch
from torch import nn

model = nn.Linear(4, 1)
loss = model(torch.randn(8, 4)).pow(2).mean()
loss.backward()
try:
    print(unicode(loss.item()))  # noqa: F821
    loss.backward()
except NameError as error:
    print(error)
