"""A custom Function gets its forward after its class statement; the running total is a number."""

import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def backward(ctx, gradient):
        return 2 * gradient

    @classmethod
    def run(cls, values):
        return cls.apply(values)


def operation(name):
    """Return the forward of an operation by its name."""
    return {"double": lambda ctx, values: 2 * values}[name]


Scale.forward = operation("double")
model = torch.nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
total = 0
for batch in torch.randn(4, 6, 4):
    loss = model(Scale.run(batch)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
print(total)
