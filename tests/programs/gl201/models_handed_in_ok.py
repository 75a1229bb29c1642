"""The graph goes on living: in a field that another method reads, in a memory, in a state that is handed on, or with an input."""

import torch
from torch import nn


def train_head(head, features, optimizer):
    for _ in range(3):
        loss = head(features).sum()
        loss.backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()


def backpropagate(loss, optimizer):
    loss.backward(retain_graph=True)
    optimizer.step()


def remember(policy, memory, loader, optimizer):
    for x in loader:
        action = policy(x)
        memory.push(action)
        loss = action.sum()
        loss.backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()


def report(classifier, visualize, loader, optimizer):
    for x in loader:
        logits = classifier(x)
        loss = logits.exp().sum()
        loss.backward(retain_graph=True)
        visualize(logits)
        optimizer.step()
        optimizer.zero_grad()


def unroll(cell, state, loader, optimizer):
    for x in loader:
        output, state = cell(x, state)
        output.sum().backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()


class Adversarial:
    def __init__(self, generator, critic):
        self.generator, self.critic = generator, critic

    def update_critic(self, z):
        self.fake = self.generator(z)
        loss = self.critic(self.fake).mean()
        loss.backward(retain_graph=True)

    def update_generator(self):
        (-self.critic(self.fake).mean()).backward()
