"""One loop has both phases: the call of the network belongs to both, and so does every call that leads to it."""

import torch


class Trainer:
    def __init__(self, network, batches):
        self.network, self.batches = network, batches
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def run(self, epochs):
        for epoch in range(epochs):
            for phase in ("train", "test"):
                self.network.train() if phase == "train" else self.network.eval()
                total = 0
                for batch in self.batches:
                    self.optimizer.zero_grad()
                    loss = self.network(batch).square().mean()  # ! GL301
                    if phase == "train":
                        loss.backward()
                        self.optimizer.step()
                    total += loss.item()
                print(epoch, phase, total)
