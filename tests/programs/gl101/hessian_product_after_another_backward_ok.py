"""The second backward of the loss retains the graph on which the gradients depend."""

import torch

w = torch.randn(3, requires_grad=True)
v = torch.randn(3)
hidden = torch.exp(w * 0.1)
loss = (hidden * hidden).sum()
loss.backward(create_graph=True)
first = w.grad
w.grad = None
loss.backward(retain_graph=True)
w.grad = None
(first * v).sum().backward()
w.grad = None
