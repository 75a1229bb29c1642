"""The gradients that backward created with a graph depend on the forward pass, which a second backward of the loss has freed."""

import torch

w = torch.randn(3, requires_grad=True)
v = torch.randn(3)
hidden = torch.exp(w * 0.1)
loss = (hidden * hidden).sum()
loss.backward(create_graph=True)
first = w.grad
w.grad = None
loss.backward()
w.grad = None
(first * v).sum().backward()  # ! GL101
w.grad = None
