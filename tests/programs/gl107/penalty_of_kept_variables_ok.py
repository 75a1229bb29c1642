"""With `keep_vars=True` the values of a state dict are the parameters: a penalty of them can be backpropagated."""

import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
weights = model.state_dict(keep_vars=True)
for batch in torch.ones(3, 2, 3):
    optimizer.zero_grad()
    penalty = weights["weight"].pow(2).sum() + weights["bias"].pow(2).sum()
    penalty.backward()
    optimizer.step()
