"""step, eval and train are plain attributes of an object that is neither an optimizer nor a module."""

import torch


class Experiment:
    def __init__(self):
        self.step = 0
        self.eval = [1, 2]
        self.looked = []

    @property
    def train(self):
        self.looked.append(self.step)
        return torch.arange(3)


experiment = Experiment()
experiment.train
experiment.step
experiment.eval
print(experiment.train.sum().item(), experiment.looked)
