"""A function creates the schedule and advances it to the epoch of the checkpoint."""

import torch
from torch import nn
from torch.optim.lr_scheduler import StepLR


def resume(path_epoch, model, lr=0.1):
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    scheduler = StepLR(opt, step_size=2, gamma=0.5)
    for _ in range(path_epoch):
        scheduler.step()  # ! GL508
    return opt, scheduler


def main(start_epoch=3, epochs=6):
    model = nn.Linear(4, 1)
    opt, scheduler = resume(start_epoch, model)
    for epoch in range(start_epoch, epochs):
        for _ in range(2):
            opt.zero_grad()
            model(torch.randn(4, 4)).mean().backward()
            opt.step()
        scheduler.step()


if __name__ == "__main__":
    main()
