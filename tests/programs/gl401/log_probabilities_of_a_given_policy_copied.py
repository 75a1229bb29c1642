"""The log-probabilities of actions, from a policy that the caller passes, are copied into a leaf: the policy is not trained."""

import sys
import types

import torch
from torch.distributions import Categorical

library = types.ModuleType("bandits")
exec(
    """
import torch

policy = torch.nn.Linear(2, 3)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)

def pull(arm):
    return float(arm == 1)
""",
    library.__dict__,
)
sys.modules["bandits"] = library
from bandits import optimizer, policy, pull


def play(rounds):
    chosen, rewards = [], []
    for _ in range(rounds):
        arms = Categorical(logits=policy(torch.ones(2)))
        arm = arms.sample()
        chosen.append(arms.log_prob(arm))
        rewards.append(pull(arm.item()))
    return chosen, torch.tensor(rewards)


for episode in range(3):
    chosen, rewards = play(4)
    chosen = torch.tensor(chosen, requires_grad=True)  # ! GL401
    loss = -(chosen * (rewards - rewards.mean())).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
