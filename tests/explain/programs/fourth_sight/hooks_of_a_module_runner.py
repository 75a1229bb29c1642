"""A runner with events: a listener adds a second loss on the logits of the step that just ended."""
import torch
from torch import nn


class Runner:
    def __init__(self, model):
        self.model, self.listeners, self.bag = model, {}, {}
        self.optimizer = torch.optim.AdamW(model.parameters())

    def on(self, event):
        def register(listener):
            self.listeners.setdefault(event, []).append(listener)
            return listener
        return register

    def emit(self, event):
        for listener in self.listeners.get(event, ()):
            listener(self)

    def run(self, batches):
        for x, y in batches:
            self.bag["logits"] = self.model(x)  # <- built
            loss = nn.functional.cross_entropy(self.bag["logits"], y)
            self.optimizer.zero_grad()
            loss.backward()  # <- freed
            self.emit("after_backward")
            self.optimizer.step()


runner = Runner(nn.Sequential(nn.Linear(5, 7), nn.GELU(), nn.Linear(7, 3)))


@runner.on("after_backward")
def confidence_penalty(runner):
    probabilities = runner.bag["logits"].softmax(-1)
    (0.1 * (probabilities * probabilities.log()).sum(-1).mean()).backward()  # <- raised


runner.run([(torch.randn(4, 5), torch.tensor([0, 1, 2, 1])) for _ in range(3)])
