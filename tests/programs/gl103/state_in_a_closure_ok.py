"""The closure remembers the values, and returns the tensor with the graph."""

import torch

gain = torch.tensor(0.4, requires_grad=True)


def make_filter():
    estimate = torch.zeros(3)

    def step(measured):
        nonlocal estimate
        answer = estimate + torch.sigmoid(gain) * (measured - estimate)
        estimate = answer.detach()
        return answer

    return step


smooth = make_filter()
truth = torch.tensor([1.0, -1.0, 0.5])
for _ in range(3):
    gain.grad = None
    error = (smooth(truth + 0.1 * torch.randn(3)) - truth).pow(2).sum()
    error.backward()
    with torch.no_grad():
        gain -= 0.1 * gain.grad
