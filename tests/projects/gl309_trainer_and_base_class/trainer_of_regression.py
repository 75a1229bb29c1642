"""The subclass trains in the mode that the base class leaves."""

import torch
from base_of_trainers import BaseOfTrainers
from network_with_dropout import NetworkWithDropout


class TrainerOfRegression(BaseOfTrainers):
    def __init__(self, network):
        super().__init__(network)
        self.optimizer = torch.optim.Adam(self.network.parameters())

    def train(self, batches, epochs):
        for _ in range(epochs):
            for batch in batches:
                self.optimizer.zero_grad()
                loss = self.network(batch).abs().mean()
                loss.backward()
                self.optimizer.step()
            print(self.score(batches))


if __name__ == "__main__":
    TrainerOfRegression(NetworkWithDropout()).train(torch.randn(4, 8, 3), 4)
