"""The loop of a base class carries the state that the step of a subclass returns detached."""

import sys

import torch
from torch import nn


class SequenceTrainer:
    def train_epoch(self, chunks):
        state = self.initial()
        for chunk, target in chunks:
            prediction, state = self.advance(chunk, state)
            loss = (prediction - target).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def initial(self):
        raise NotImplementedError

    def advance(self, chunk, state):
        raise NotImplementedError


class RecurrentTrainer(SequenceTrainer):
    def __init__(self, width=5):
        self.cell = nn.GRUCell(width, width)
        self.optimizer = torch.optim.Adam(self.cell.parameters())
        self.width = width

    def initial(self):
        return torch.zeros(2, self.width)

    def advance(self, chunk, state):
        state = self.cell(chunk, state)
        return state, state.detach()


def run(trainer):
    trainer.train_epoch([(torch.randn(2, 5), torch.randn(2, 5)) for _ in range(3)])


if __name__ == "__main__":
    for name in sys.argv[1:] or ["RecurrentTrainer"]:
        run(globals()[name]())
