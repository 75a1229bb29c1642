"""The update by hand changes the weight in place before the second loss, which saved it, is backpropagated."""

import torch

inner = torch.randn(3, 4, requires_grad=True)
outer = torch.randn(4, 1, requires_grad=True)
drops, rain = torch.randn(6, 3), torch.rand(6, 1)
hidden = torch.tanh(drops @ inner)
answer = hidden @ outer
fit, size = (answer - rain).pow(2).mean(), answer.abs().mean()
fit.backward(retain_graph=True)
with torch.no_grad():
    for weight in (inner, outer):
        weight -= 0.1 * weight.grad
        weight.grad = None
size.backward()  # ! GL104
