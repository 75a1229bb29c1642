"""The retry is a closure over the loss that the first attempt backpropagated: it needs a fresh forward pass, not the old loss."""

import torch


def make_attempt(loss, parameters, rate):
    def attempt():
        for parameter in parameters:
            parameter.grad = None
        loss.backward()  # ! GL101
        with torch.no_grad():
            for parameter in parameters:
                parameter.sub_(rate * parameter.grad)

    return attempt


slope = torch.tensor(0.5, requires_grad=True)
shift = torch.tensor(0.0, requires_grad=True)
age = torch.linspace(0, 1, 8)
height = 1.2 * age.sqrt() + 0.5
misfit = (slope * age + shift - height).pow(2).sum()
attempt = make_attempt(misfit, [slope, shift], rate=0.05)
attempt()
attempt()
print(slope.item(), shift.item())
