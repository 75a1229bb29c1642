"""Each optimizer receives an iterator of its own, at import."""

from torch import nn, optim

model = nn.Linear(3, 1)
parameters = model.parameters()
warmup = optim.SGD(parameters, lr=0.001)
optimizer = optim.Adam(model.parameters(), lr=0.01)
