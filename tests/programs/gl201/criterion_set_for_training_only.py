"""A criterion that the class sets in training only is called like a function: it keeps no part of the loss."""

import argparse

import torch
from torch import nn


class Regressor(nn.Module):
    def __init__(self, opt):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.factor = opt.factor
        if opt.training:
            self.criterion = nn.L1Loss()
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)

    def set_input(self, batch):
        self.inputs, self.targets = batch

    def backward(self):
        self.loss = self.criterion(self.output, self.targets) * self.factor
        self.loss.backward(retain_graph=True)  # ! GL201

    def optimize(self):
        self.output = self.net(self.inputs)
        self.optimizer.zero_grad()
        self.backward()
        self.optimizer.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--training", action="store_true")
    parser.add_argument("--factor", type=float, default=2.0)
    model = Regressor(parser.parse_args(["--training"]))
    for _ in range(4):
        model.set_input((torch.randn(2, 3), torch.randn(2, 1)))
        model.optimize()


if __name__ == "__main__":
    main()
