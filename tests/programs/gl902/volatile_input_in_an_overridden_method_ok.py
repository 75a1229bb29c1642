"""The method acts under no_grad."""

import torch
from torch import nn


class Agent:
    def __init__(self, model_class):
        self.model = model_class(3, 2)
        self.training = False

    @torch.no_grad()
    def forward(self, state):
        return self.model(state).data.argmax()

    def test(self, states):
        self.model.eval()
        for state in states:
            print(self.forward(state))


class LearningAgent(Agent):
    @torch.no_grad()
    def forward(self, state):
        state = torch.from_numpy(state)
        values = self.model(state).data
        if self.training:
            return int(torch.randint(2, ()))
        return values.argmax()


states = {"Agent": torch.randn(3, 3), "LearningAgent": torch.randn(3, 3).numpy()}
for name in ("Agent", "LearningAgent"):
    run = eval(name)(nn.Linear).test
    run(states[name])
