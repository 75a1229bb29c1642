"""A schedule of steps."""

import torch


class Schedule:
    def __init__(self, steps):
        self.steps = steps
        self.kind = torch.float32

    def run(self):
        history = []
        for step in self.steps:
            history.append(step())
        return history
