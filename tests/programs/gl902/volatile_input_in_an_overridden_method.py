"""The method runs by itself and through an evaluation with the same volatile input, which has no effect: one mistake, one finding."""

import torch
from torch import nn
from torch.autograd import Variable


class Agent:
    def __init__(self, model_class):
        self.model = model_class(3, 2)
        self.training = False

    def forward(self, state):
        return self.model(Variable(state, volatile=True)).data.argmax()  # ! GL902

    def test(self, states):
        self.model.eval()
        for state in states:
            print(self.forward(state))


class LearningAgent(Agent):
    def forward(self, state):
        state = torch.from_numpy(state)
        values = self.model(Variable(state, volatile=True)).data  # ! GL902
        if self.training:
            return int(torch.randint(2, ()))
        return values.argmax()


states = {"Agent": torch.randn(3, 3), "LearningAgent": torch.randn(3, 3).numpy()}
for name in ("Agent", "LearningAgent"):
    run = eval(name)(nn.Linear).test
    run(states[name])
