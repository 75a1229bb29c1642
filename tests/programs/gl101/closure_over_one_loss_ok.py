"""The closure makes its loss again whenever it is called."""

import torch


def make_attempt(loss, parameters, rate):
    def attempt():
        for parameter in parameters:
            parameter.grad = None
        loss().backward()
        with torch.no_grad():
            for parameter in parameters:
                parameter.sub_(rate * parameter.grad)

    return attempt


slope = torch.tensor(0.5, requires_grad=True)
shift = torch.tensor(0.0, requires_grad=True)
age = torch.linspace(0, 1, 8)
height = 1.2 * age.sqrt() + 0.5
attempt = make_attempt(lambda: (slope * age + shift - height).pow(2).sum(), [slope, shift], rate=0.05)
attempt()
attempt()
print(slope.item(), shift.item())
