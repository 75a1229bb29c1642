"""The list is empty in __init__ and filled by a method that only another process or a callback calls, here by its name."""

import json
import operator

import torch


class Agent:
    def __init__(self):
        self.policy = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.01)
        self.saved_log_probs = []

    def select_action(self, state):
        scores = self.policy(state).log_softmax(0)
        self.saved_log_probs.append(scores.max())
        return scores.argmax().item()

    def finish_episode(self, rewards):
        loss = (-torch.stack(self.saved_log_probs) * rewards).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        del self.saved_log_probs[:]


agent = Agent()
remote = json.loads('{"call": "select_action"}')
for episode in range(3):
    for state in torch.randn(5, 4):
        operator.methodcaller(remote["call"], state)(agent)
    agent.finish_episode(torch.rand(5))
