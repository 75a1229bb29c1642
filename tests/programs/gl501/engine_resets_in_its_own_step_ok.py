"""The function receives an engine, not an optimizer: it runs the model and the backward pass, and its step resets the gradients."""

import torch


class Engine:
    def __init__(self, model):
        self.model, self.opt = model, torch.optim.SGD(model.parameters(), lr=0.1)

    def __call__(self, batch):
        return self.model(batch)

    def step(self):
        self.opt.step()
        self.opt.zero_grad()


def train(engine, batches):
    for batch in batches:
        loss = engine(batch).pow(2).mean()
        loss.backward()
        engine.step()


eval("train")(eval("Engine")(torch.nn.Linear(3, 1)), torch.randn(4, 2, 3))
