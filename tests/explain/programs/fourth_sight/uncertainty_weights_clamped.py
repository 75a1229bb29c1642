"""The learned task weights are clamped in place after they have entered the loss."""
import torch
from torch import nn
from vendorlib import make_model

TASKS = ("depth", "normal")
heads = nn.ModuleDict({task: nn.Linear(4, 1) for task in TASKS})
trunk = make_model(6, 4)
log_var = nn.ParameterDict({task: nn.Parameter(torch.zeros(())) for task in TASKS})
optimizer = torch.optim.Adam([*trunk.parameters(), *heads.parameters(), *log_var.parameters()], lr=1e-3)


def weighted(losses):
    total = 0
    for task, value in losses.items():
        precision = torch.exp(-log_var[task])
        total = total + precision * value + torch.square(log_var[task])  # <- built
    return total


def keep_in_range():
    with torch.no_grad():
        for parameter in log_var.values():
            parameter.clamp_(-4, 4)  # <- changed


for x in torch.randn(2, 5, 6):
    shared = trunk(x)
    losses = {task: heads[task](shared).pow(2).mean() for task in TASKS}
    total = weighted(losses)
    keep_in_range()
    optimizer.zero_grad()
    total.backward()  # <- raised
    optimizer.step()
