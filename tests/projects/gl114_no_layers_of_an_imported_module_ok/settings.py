"""Creates what the other scripts use."""

import torch
from tower import Tower

model = Tower()
optimizer = torch.optim.SGD(params=model.parameters(), lr=0.1)
