"""The running sum of the losses is backpropagated after each micro-batch."""
import torch
from vendorlib import make_model


def accumulate(model, micro_batches):
    total = torch.zeros(())
    for x in micro_batches:
        total += model(x).pow(2).mean()  # <- built
        total.backward()  # <- raised, freed
    return total


accumulate(make_model(4, 1), torch.randn(3, 2, 4))
