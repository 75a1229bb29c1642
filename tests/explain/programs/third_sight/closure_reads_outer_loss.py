"""The closure of an optimizer returns a loss that was computed outside of it."""
import torch
from vendorlib import make_model, run_steps

model = make_model(3, 1)
x, y = torch.randn(5, 3), torch.randn(5, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
loss = (model(x) - y).pow(2).mean()  # <- built


def closure():
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    return loss


run_steps(closure, 3)
