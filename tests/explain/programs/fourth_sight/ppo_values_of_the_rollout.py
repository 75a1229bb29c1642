"""The advantages keep the graph of the values that were predicted during the rollout."""
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))

    def act(self, observation):
        with torch.no_grad():
            distribution = torch.distributions.Categorical(logits=self.actor(observation))
            action = distribution.sample()
            log_prob = distribution.log_prob(action)
        return action, log_prob, self.critic(observation).squeeze(-1)  # <- built

    def evaluate(self, observation, action):
        distribution = torch.distributions.Categorical(logits=self.actor(observation))
        return distribution.log_prob(action), distribution.entropy()


def rollout(agent, steps):
    memory = {"obs": [], "action": [], "log_prob": [], "value": [], "reward": []}
    observation = torch.randn(4)
    for _ in range(steps):
        action, log_prob, value = agent.act(observation)
        for key, item in zip(memory, (observation, action, log_prob, value, torch.rand(()))):
            memory[key].append(item)
        observation = torch.randn(4)
    return {key: torch.stack(items) for key, items in memory.items()}


agent = Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=3e-4)
batch = rollout(agent, 8)
advantage = batch["reward"].flip(0).cumsum(0).flip(0) - batch["value"]
for epoch in range(4):
    log_prob, entropy = agent.evaluate(batch["obs"], batch["action"])
    ratio = (log_prob - batch["log_prob"]).exp()
    clipped = ratio.clamp(0.8, 1.2)
    loss = -torch.min(ratio * advantage, clipped * advantage).mean() - 0.01 * entropy.mean()
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    optimizer.step()
