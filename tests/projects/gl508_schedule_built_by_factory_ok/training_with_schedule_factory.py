"""Trains with a schedule that another file builds."""

import torch
from epoch_of_scheduled_training import train_one_epoch
from schedule_factory import build_training
from torch import nn


def main():
    """Train for a few epochs."""
    settings = {"lr": 0.1, "epochs": 4, "schedule": "cosine"}
    model = nn.Linear(3, 1)
    optimizer, schedule = build_training(model, settings)
    loader = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
    for epoch in range(settings["epochs"]):
        train_one_epoch(model, optimizer, loader)
        schedule.step()


if __name__ == "__main__":
    main()
