"""The losses of the program that imports it."""
import torch


class Objective:
    def __init__(self, weight):
        self.weight, self.regularizer = weight, None

    def __call__(self, model, x, y):
        error = torch.nn.functional.mse_loss(model(x), y)
        if self.regularizer is None:
            self.regularizer = sum(p.abs().sum() for p in model.parameters())  # <- built
        return error + self.weight * self.regularizer
