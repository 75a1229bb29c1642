"""The trainer calls its callbacks after each batch, and one of them stores the last loss with its graph."""

import torch
from torch import nn


class Callback:
    def after_batch(self, learner):
        pass


class Counter(Callback):
    def __init__(self):
        self.batches = 0

    def after_batch(self, learner):
        self.batches += 1


class Recorder(Callback):
    def __init__(self):
        self.losses = []

    def after_batch(self, learner):
        self.losses.append(learner.loss)  # ! GL203


class Learner:
    def __init__(self, network, callbacks):
        self.network, self.callbacks = network, callbacks
        self.optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

    def fit(self, batches):
        for batch in batches:
            self.loss = self.network(batch).pow(2).mean()
            self.optimizer.zero_grad()
            self.loss.backward()
            self.optimizer.step()
            for callback in self.callbacks:
                callback.after_batch(self)


recorder = Recorder()
learner = Learner(nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1)), [Counter(), recorder])
learner.fit(torch.randn(5, 4, 3))
print(min(float(loss) for loss in recorder.losses))
