"""The forward pass and the backward passes are methods of a class that a loop of settings calls."""
import torch
from vendorlib import make_model


class Agent:
    def __init__(self):
        self.net = make_model(4, 2)
        self.outputs = None

    def act(self, state):
        self.outputs = self.net(state)  # <- built
        return self.outputs.detach()

    def learn(self, reward):
        loss = (self.outputs * reward).pow(2).mean()
        loss.backward()  # <- raised, freed


agent = Agent()
agent.act(torch.randn(3, 4))
for reward in (1.0, 0.5):
    agent.learn(reward)
