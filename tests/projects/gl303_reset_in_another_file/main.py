import torch
from callbacks import Reset
from loop import fit

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
fit(model, optimizer, [Reset(optimizer)], torch.randn(3, 4, 3))
