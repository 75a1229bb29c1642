"""The loop of the trainer reads its data, and leaves the step to another method, which resets the gradients by an imported function."""
import torch

from gradients import clear


class Trainer:
    def __init__(self, model, data, steps):
        self.model = model
        self.data = data
        self.steps = steps
        self.parameters = list(model.parameters())
        self.optimizer = torch.optim.SGD(self.parameters, lr=0.1)

    def run_loop(self):
        for _ in range(self.steps):
            self.run_step(next(self.data))

    def run_step(self, batch):
        clear(self.parameters)
        loss = self.model(batch).pow(2).mean()
        loss.backward()
        self.optimizer.step()
