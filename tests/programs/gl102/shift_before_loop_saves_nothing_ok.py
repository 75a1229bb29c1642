"""The value built before the loop only adds, so that it saved nothing and every iteration can backpropagate through it."""

import torch

bias = torch.zeros(5, requires_grad=True)
gain = torch.ones(5, requires_grad=True)
optimizer = torch.optim.SGD([bias, gain], lr=0.1)
offset = (bias + 1).unsqueeze(0)
for readings in torch.rand(3, 4, 5):
    loss = (readings * gain + offset).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
