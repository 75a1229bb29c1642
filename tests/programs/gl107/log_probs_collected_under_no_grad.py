"""The agent acts under no_grad, so the log probabilities that are stacked at the end of the episode have no graph."""

import torch


class Agent:
    def __init__(self):
        self.policy = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.01)
        self.saved_log_probs = []

    @torch.no_grad()
    def select_action(self, state):
        scores = self.policy(state).log_softmax(0)
        self.saved_log_probs.append(scores.max())
        return scores.argmax().item()

    def finish_episode(self, rewards):
        loss = (-torch.stack(self.saved_log_probs) * rewards).sum()
        self.optimizer.zero_grad()
        loss.backward()  # ! GL107
        self.optimizer.step()
        del self.saved_log_probs[:]


agent = Agent()
for episode in range(3):
    for state in torch.randn(5, 4):
        agent.select_action(state)
    agent.finish_episode(torch.rand(5))
