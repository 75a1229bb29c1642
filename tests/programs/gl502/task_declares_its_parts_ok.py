"""An abstract task declares that a method returns an optimizer, which is reset between backward and step."""

from abc import ABC, abstractmethod

import torch
from torch import nn
from torch.optim import Optimizer


class Task(ABC):
    @abstractmethod
    def network(self) -> nn.Module: ...

    @abstractmethod
    def solver(self, net: nn.Module) -> Optimizer: ...

    def run(self, batches):
        net = self.network()
        solver = self.solver(net)
        for x, y in batches:
            solver.zero_grad()
            loss = nn.functional.l1_loss(net(x), y)
            loss.backward()
            solver.step()


exec(
    """
class Line(Task):
    def network(self):
        return nn.Linear(3, 1)

    def solver(self, net):
        return torch.optim.SGD(net.parameters(), lr=0.1)

Line().run([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)])
"""
)
