"""The same without an argument: each graph is freed by its own backward."""

import torch
from torch import nn


class Translator:
    def __init__(self, generator, critic, criterion, optimizer):
        self.generator, self.critic, self.criterion, self.optimizer = generator, critic, criterion, optimizer
        self.device = "cpu"

    def set_input(self, batch):
        self.source = batch["source"].to(self.device)
        self.target = batch["target"].to(self.device)

    def optimize(self, number):
        self.fake = self.generator(self.source)
        self.loss = self.criterion(self.critic(self.fake), torch.ones(2, 1)) + (self.fake - self.target).abs().mean()
        self.optimizer.zero_grad()
        self.loss.backward()
        self.optimizer.step()


class Sampler:
    def __init__(self, options):
        self.generator = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.optimizer = torch.optim.Adam(self.generator.parameters(), lr=options["rate"])

    def feed(self, data):
        noise = data["noise"]
        self.noise = noise.float()

    def update(self, number):
        self.fake = self.generator(self.noise)
        self.optimizer.zero_grad()
        self.fake.pow(2).mean().backward()
        self.optimizer.step()


class Classifier(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 2))
        self.optimizer = torch.optim.SGD(self.layers.parameters(), lr=options["rate"])

    def receive(self, batch):
        self.images, self.labels = batch

    def fit(self, number):
        self.loss = nn.functional.cross_entropy(self.layers(self.images), self.labels)
        self.optimizer.zero_grad()
        self.loss.backward()
        self.optimizer.step()


hidden = eval
generator, critic = nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
sgd = torch.optim.SGD(generator.parameters(), lr=0.1)
translator = hidden("Translator")(generator, critic, nn.BCEWithLogitsLoss(), sgd)
sampler, classifier = hidden("Sampler")({"rate": 0.1}), hidden("Classifier")({"rate": 0.1})
for number in range(3):
    translator.set_input({"source": torch.randn(2, 3), "target": torch.randn(2, 3)})
    translator.optimize(number)
    sampler.feed({"noise": torch.randn(2, 3)})
    sampler.update(number)
    classifier.receive((torch.randn(2, 3), torch.tensor([0, 1])))
    classifier.fit(number)
