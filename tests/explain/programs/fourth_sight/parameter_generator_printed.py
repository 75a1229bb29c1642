"""The parameters of a model are counted by the iterator that the optimizer receives."""
import torch
from torch import nn


class Experiment:
    def __init__(self, model):
        self.model = model
        self.trainable = (p for p in model.parameters() if p.requires_grad)
        self.report()
        self.optimizer = torch.optim.AdamW(self.trainable, lr=1e-4)  # <- raised

    def report(self):
        total = sum(p.numel() for p in self.model.parameters())
        used = sum(p.numel() for p in self.trainable)  # <- other
        print(f"{used} of {total} parameters are trained")


Experiment(nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4)))
