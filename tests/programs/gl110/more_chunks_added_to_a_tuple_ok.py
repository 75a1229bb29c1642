"""The outputs of two splits are joined by `+=`, which concatenates tuples and changes no tensor."""

import torch
from torch import nn

model = nn.Linear(3, 6)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
pieces = model(torch.randn(4, 3)).split(2, dim=1)
rest = pieces[1:]
rest += model(torch.randn(4, 3)).split(2, dim=1)
pieces += rest
sum(piece.sum() for piece in pieces).backward()
optimizer.step()
