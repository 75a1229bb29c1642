"""Builds the optimizer and the schedule of a run."""

import torch


def build_training(model, settings):
    """Return the optimizer and its schedule."""
    optimizer = torch.optim.SGD(model.parameters(), lr=settings["lr"])
    if settings["schedule"] == "cosine":
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=settings["epochs"])
    else:
        schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
    return optimizer, schedule
