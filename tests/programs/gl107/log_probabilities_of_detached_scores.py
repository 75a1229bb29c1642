"""The scores are detached before the probabilities of the long answers are written: no batch has a loss to train with."""

import torch
from torch import nn


def log_probabilities(scores, words, lengths, shortest):
    found = torch.zeros(scores.shape[0])
    for index in range(scores.shape[0]):
        length = lengths[index] - shortest
        if length > 0:
            found[index] = -nn.functional.cross_entropy(scores[index][:length], words[index][:length])
    return found


def train(model, critic, batches, shortest):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for features, words, lengths in batches:
        value = critic(features).mean((1, 2))
        scores = model(features)
        scores.pow(2).mean().backward()
        chances = log_probabilities(scores.detach(), words, lengths, shortest)
        loss = -torch.sum(chances * (1.0 - value.data)) / 2
        loss.backward()  # ! GL107
        optimizer.step()
        optimizer.zero_grad()
        critic_optimizer.zero_grad()
        (value - 1.0).pow(2).mean().backward()
        critic_optimizer.step()


lengths = (torch.arange(2) * 2 + 1).tolist()
batches = [(torch.randn(2, 5, 3), torch.randint(0, 7, (2, 5)), lengths) for _ in range(2)]
train(nn.Linear(3, 7), nn.Linear(3, 1), batches, len(batches) // 2)
