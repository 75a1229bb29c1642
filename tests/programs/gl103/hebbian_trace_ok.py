"""The trace is detached at the end of each episode."""

import torch

w = (0.01 * torch.randn(5, 5)).requires_grad_()
alpha = (0.01 * torch.randn(5, 5)).requires_grad_()
eta = torch.tensor(0.05, requires_grad=True)
optimizer = torch.optim.SGD([w, alpha, eta], lr=0.1)


def detached(*tensors):
    return [t.detach() for t in tensors]


trace = torch.zeros(5, 5)
for episode in range(3):
    x = torch.randn(1, 5)
    y = torch.tanh(x @ (w + alpha * trace))
    trace = (1 - eta) * trace + eta * (x.t() @ y)
    loss = (y - x.flip(1)).square().mean() + 0.01 * trace.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    (trace,) = detached(trace)
