"""no_grad() is created in one place and entered in another, by its name and through an ExitStack."""

import contextlib

import torch
from torch import nn

model = nn.Linear(3, 2)
model.eval()
guard = torch.no_grad()
with guard:
    first = model(torch.randn(2, 3))
with contextlib.ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    second = [model(batch) for batch in torch.randn(3, 2, 3)]
print(first.requires_grad, second[0].requires_grad)
