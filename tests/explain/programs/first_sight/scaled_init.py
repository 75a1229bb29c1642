"""A tensor is scaled at its creation and given to the optimizer."""
import torch


class Prompt:
    def __init__(self, length, width):
        self.tokens = torch.randn(length, width, requires_grad=True) * 0.02  # <- built

    def optimizer(self):
        return torch.optim.AdamW([self.tokens], lr=1e-3)  # <- raised


Prompt(4, 8).optimizer()
