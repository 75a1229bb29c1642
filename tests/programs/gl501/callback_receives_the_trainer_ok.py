"""After each step, an unresolved callback receives the trainer, and resets the gradients of its model."""

import torch


class Trainer:
    def __init__(self, model, opt, callback):
        self.model, self.opt, self.callback = model, opt, callback

    def fit(self, batches):
        for batch in batches:
            loss = self.model(batch).pow(2).mean()
            loss.backward()
            self.opt.step()
            self.callback(self)


class Reset:
    def __call__(self, trainer):
        trainer.model.zero_grad()


network = torch.nn.Linear(3, 1)
trainer = eval("Trainer")(network, torch.optim.SGD(network.parameters(), lr=0.1), eval("Reset")())
trainer.fit(torch.randn(4, 2, 3))
