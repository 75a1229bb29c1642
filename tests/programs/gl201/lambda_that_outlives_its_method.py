"""A lambda keeps only the variables that it mentions: the scores of the last batch are gone when the method has returned."""

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
        best, kept = 0.0, None
        for _ in range(args.epochs):
            seen = []
            for number in order:
                scores = self.model(batches[number])
                loss = scores.square().sum()
                self.optimizer.zero_grad()
                loss.backward(retain_graph=True)  # ! GL201
                self.optimizer.step()
                seen.append(loss.item())
            show(seen)
            if held_out is not None:
                with torch.no_grad():
                    self.history.append(self.model(held_out).mean().item())
                if self.history[-1] > best:
                    best, kept = self.history[-1], self.model.state_dict()
                elif args.early:
                    break
        if kept:
            self.model.load_state_dict(kept)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--style", default="plain")
    parser.add_argument("--early", action="store_true")
    parser.add_argument("--held-out", dest="held_out", action="store_true")
    parser.add_argument("--deep", action="store_true")
    parser.add_argument("--last", action="store_true")
    parser.add_argument("--few", action="store_true")
    parser.add_argument("--slow", action="store_true")
    args = parser.parse_args([])
    batches = [torch.randn(2, 3) for _ in range(3)]
    last = None
    if args.last:
        last = torch.randn(2, 3)
    held_out = None
    if args.held_out:
        held_out = torch.randn(2, 3)
    width = 4
    if args.deep:
        width = 8
    if args.few:
        batches = batches[:2]
    rate = 0.1
    if args.slow:
        rate = 0.01
    trainer = Trainer(nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, 1)), rate)
    trainer.fit(batches, held_out, args)
    print(trainer.history)
    if held_out is not None:
        print(trainer.model(held_out).shape)
    if last is not None:
        print(trainer.model(last).shape)
