"""A lambda that a method has returned keeps the loss which it mentions."""

import argparse

import torch
from torch import nn


class Trainer:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        self.history = []

    def fit(self, batches, held_out, args):
        style = args.style
        order = sorted(range(len(batches)), key=lambda number: -number)
        show = lambda scores: print(style, scores)  # noqa: E731
        repeat = lambda: loss.backward()  # noqa: E731
        for _ in range(args.epochs):
            seen = []
            for number in order:
                scores = self.model(batches[number])
                loss = scores.square().sum()
                self.optimizer.zero_grad()
                loss.backward(retain_graph=True)
                seen.append(loss.item())
            show(seen)
            if held_out is not None:
                self.history.append(held_out.mean().item())
                if args.early and self.history[-1] > 1.0:
                    break
        return repeat


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--style", default="plain")
    parser.add_argument("--early", action="store_true")
    parser.add_argument("--held-out", dest="held_out", action="store_true")
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--few", action="store_true")
    args = parser.parse_args([])
    batches = [torch.randn(2, 3) for _ in range(3)]
    held_out = None
    if args.held_out:
        held_out = torch.randn(2, 3)
    width = 4
    if args.deep:
        width = 8
    if args.few:
        batches = batches[:2]
    trainer = Trainer(nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, 1)), 0.1)
    repeat = trainer.fit(batches, held_out, args)
    repeat()
    trainer.optimizer.step()
