"""Gradient surgery collects the gradients of each task by itself, over one shared representation."""
import torch
from torch import nn


class Surgery:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def gradients(self, objectives):
        collected = []
        for objective in objectives:
            self.optimizer.zero_grad()
            objective.backward()  # <- raised, freed
            collected.append([p.grad.clone() for g in self.optimizer.param_groups for p in g["params"] if p.grad is not None])
        return collected

    def step(self, objectives):
        self.gradients(objectives)
        self.optimizer.step()


shared = nn.Sequential(nn.Linear(5, 8), nn.SiLU())
towers = nn.ModuleList(nn.Linear(8, 1) for _ in range(3))
surgery = Surgery(torch.optim.SGD([*shared.parameters(), *towers.parameters()], lr=0.1))
for x in torch.randn(2, 4, 5):
    h = shared(x)  # <- built
    surgery.step([tower(h).mean() for tower in towers])
