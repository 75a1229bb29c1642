"""A loop collects the trainable parameters of a frozen model."""

import argparse
import torch
from torch import nn


class TwoStage(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.LSTM(4, 8, batch_first=True)
        self.decoder = nn.Linear(8, 2)

    def forward(self, x):
        out, _ = self.encoder(x)
        return self.decoder(out[:, -1])


def set_trainable(model, flag):
    for param in model.parameters():
        param.requires_grad = flag


def make_optimizer(model, args):
    active = []
    for name, param in model.named_parameters():
        if not param.requires_grad:
            continue
        active.append(param)
    return torch.optim.Adam(active, lr=args.lr)  # ! GL114


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=1e-3)
    args = parser.parse_args()
    model = TwoStage()
    set_trainable(model, False)
    optimizer = make_optimizer(model, args)
    for step in range(2):
        x, y = torch.randn(3, 5, 4), torch.randn(3, 2)
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
