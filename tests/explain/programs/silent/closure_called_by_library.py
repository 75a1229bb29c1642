"""A library calls the closure twice; the loss was computed outside."""
import torch
from vendorlib import make_model, run_steps

model = make_model(4, 2)
loss = model(torch.randn(3, 4)).pow(2).mean()  # <- built


def closure():
    model.zero_grad()
    loss.backward()  # <- raised, freed
    return loss


run_steps(closure, 2)
