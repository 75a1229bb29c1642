"""The losses are stored under names of a configuration."""
import torch
from vendorlib import make_model

NAMES = ("policy", "value")


def losses_of(model, x):
    outputs = model(x)  # <- built
    found = {}
    for name in NAMES:
        found[name + "_loss"] = outputs.pow(2).mean() if name == "policy" else outputs.abs().mean()
    return found


def main():
    model = make_model(4, 2)
    losses = losses_of(model, torch.randn(3, 4))
    for key in sorted(losses):
        losses[key].backward()  # <- raised, freed


main()
