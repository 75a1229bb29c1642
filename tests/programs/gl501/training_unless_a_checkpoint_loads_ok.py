"""Training runs if no checkpoint can be loaded, which a flag at the end of the try block shows, and each iteration resets the gradients."""

import torch
from torch import nn


class Learner:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def load(self, folder):
        self.model.load_state_dict(torch.load(folder + "/model.pt"))

    def learn(self, loader, folder):
        needed = True
        try:
            self.load(folder)
            needed = False
        except Exception:
            pass
        if needed:
            for x in loader:
                loss = self.model(x).pow(2).mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


Learner(nn.Linear(3, 1)).learn([torch.randn(2, 3) for _ in range(4)], "missing")
