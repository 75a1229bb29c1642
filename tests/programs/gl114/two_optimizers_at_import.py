"""The first optimizer reads the iterator to its end, at import."""

from torch import nn, optim

model = nn.Linear(3, 1)
parameters = model.parameters()
warmup = optim.SGD(parameters, lr=0.001)
optimizer = optim.Adam(parameters, lr=0.01)  # ! GL114
