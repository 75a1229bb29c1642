"""Words are looked up in nested loops with conditions, after which the state of the batch before is carried over with its graph."""

import argparse

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, inputs, state):
        state = self.cell(inputs, state)
        return self.head(state), state


def train(model, batches, options):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    state = torch.zeros(2, 4)
    for inputs, target, words in batches:
        for line in words:
            for word in line:
                if word == options.stop:
                    last = word
                    break
                if word == options.skip:
                    continue
                seen = word
        scores, state = model(inputs, state)
        best = scores.argmax(1)
        for line in words:
            for word, guess in zip(line, best):
                if word == options.stop:
                    last = word
                    break
                if guess > 0 and word != options.skip:
                    seen = word
        loss = nn.functional.cross_entropy(scores, target)
        if options.penalty:
            loss = loss + options.penalty * scores.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  # ! GL103
        optimizer.step()
        print(loss.item(), last, seen)


parser = argparse.ArgumentParser()
parser.add_argument("--stop", default=".")
parser.add_argument("--skip", default="-")
parser.add_argument("--penalty", type=float, default=0.0)
train(Tagger(), [(torch.randn(2, 3), torch.tensor([0, 1]), ["ab.", "c-."]) for _ in range(4)], parser.parse_args())
