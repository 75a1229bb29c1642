"""The closure remembers the filter's last output in a nonlocal name, graph and all."""

import torch

gain = torch.tensor(0.4, requires_grad=True)


def make_filter():
    estimate = torch.zeros(3)

    def step(measured):
        nonlocal estimate
        estimate = estimate + torch.sigmoid(gain) * (measured - estimate)
        return estimate

    return step


smooth = make_filter()
truth = torch.tensor([1.0, -1.0, 0.5])
for _ in range(3):
    gain.grad = None
    error = (smooth(truth + 0.1 * torch.randn(3)) - truth).pow(2).sum()
    error.backward()  # ! GL103
    with torch.no_grad():
        gain -= 0.1 * gain.grad
