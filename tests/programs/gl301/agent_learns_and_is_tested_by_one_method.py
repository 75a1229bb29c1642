"""Learning and testing choose actions by one method of the agent; only the learner's loss uses the policy that it returns."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.model = nn.Linear(3, 2)
        self.training = True

    def choose(self, observed):
        policy = torch.softmax(self.model(observed), 0)
        action = torch.multinomial(policy, 1).item() if self.training else policy.argmax().item()
        return action, policy


def learn(steps):
    agent = Agent()
    optimizer = torch.optim.SGD(agent.model.parameters(), lr=0.1)
    for _ in range(steps):
        action, policy = agent.choose(torch.randn(3))
        loss = -torch.log(policy[action])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test(steps):
    agent = Agent()
    agent.training = False
    agent.model.eval()
    counts = [0, 0]
    for _ in range(steps):
        action, policy = agent.choose(torch.randn(3))  # ! GL301
        counts[action] += 1
    return counts


eval("learn")(2)
print(eval("test")(3))
