"""Unresolved code receives the fakes after the step of the critic, and backpropagates through the graph of the generator."""

import sys
import types

import torch
from torch import nn

watch = types.ModuleType("watch")
exec(
    """
class Meter:
    def __init__(self):
        self.values = []

    def update(self, value, count):
        self.values.append(float(value) * count)

class Adversary:
    def __init__(self, critic, optimizer):
        self.critic, self.optimizer = critic, optimizer

    def update(self, fake):
        self.critic(fake).pow(2).mean().backward()
        self.optimizer.step()
        self.optimizer.zero_grad()

def top(output, labels):
    return (output.argmax(1) == labels).float().mean()
""",
    watch.__dict__,
)
sys.modules["watch"] = watch
from watch import Adversary, Meter, top


def train(model, criterion, optimizer, loader):
    losses, accuracies = Meter(), Meter()
    for x, labels in loader:
        output = model(x)
        loss = criterion(output, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.update(loss, x.size(0))
        accuracies.update(top(output, labels), x.size(0))
    return loss, output


def report(model, loader):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    meter = Meter()
    for x, labels in loader:
        loss = nn.functional.cross_entropy(model(x), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(loss, 1)


hidden = eval
batches = [(torch.randn(2, 3), torch.tensor([0, 1])) for _ in range(4)]
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
hidden("train")(model, nn.CrossEntropyLoss(), torch.optim.SGD(model.parameters(), lr=0.1), batches)
report(model, batches)

generator, critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
of_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
of_generator = torch.optim.SGD(generator.parameters(), lr=0.1)
adversary = Adversary(critic, of_generator)
for x, _ in batches:
    fake = generator(x)
    of_critic.zero_grad()
    critic(fake).mean().backward(retain_graph=True)
    of_critic.step()
    adversary.update(fake)


def adversarial(generator, critic, of_critic, of_generator, adversary, loader):
    for x, _ in loader:
        fake = generator(x)
        of_critic.zero_grad()
        critic(fake).mean().backward(retain_graph=True)
        of_critic.step()
        adversary.update(fake)
        of_generator.zero_grad()


hidden("adversarial")(generator, critic, of_critic, of_generator, adversary, batches)
