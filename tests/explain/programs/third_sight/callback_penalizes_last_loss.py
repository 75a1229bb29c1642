"""A callback of the program's own trainer regularizes with the previous batch's loss."""
import torch
from vendorlib import make_model


class Callback:
    def after_loss(self, trainer):
        pass


class SmoothLoss(Callback):
    def __init__(self, weight):
        self.weight = weight
        self.previous = None

    def after_loss(self, trainer):
        if self.previous is not None:
            trainer.loss = trainer.loss + self.weight * (trainer.loss - self.previous).abs()
        self.previous = trainer.loss


class Trainer:
    def __init__(self, model, callbacks):
        self.model, self.callbacks = model, callbacks
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.loss = None

    def fit(self, batches):
        for x, y in batches:
            self.loss = torch.nn.functional.mse_loss(self.model(x), y)  # <- built
            for callback in self.callbacks:
                callback.after_loss(self)
            self.optimizer.zero_grad()
            self.loss.backward()  # <- raised, freed
            self.optimizer.step()


Trainer(make_model(3, 1), [SmoothLoss(0.1)]).fit([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
