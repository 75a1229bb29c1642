"""An engine of another package holds networks and optimizers; a helper runs backward if it is asked to, and the step never resets."""

import sys
import types

import torch

package = types.ModuleType("forge")
exec(
    """
import torch

class Engine:
    def __init__(self):
        self.parts = [torch.nn.Linear(3, 2)]
        self.optimizers = torch.optim.SGD(self.parts[0].parameters(), lr=0.1)
        self.loss_fn = torch.nn.CrossEntropyLoss()
""",
    package.__dict__,
)
sys.modules["forge"] = package
from forge import Engine


class Recipe(Engine):
    def forward_backward(self, inputs, labels, do_backward=True):
        output = self.parts[0](inputs)
        loss = self.loss_fn(output, labels)
        if do_backward:
            loss.backward()  # ! GL501
        return loss

    def train_step(self, batch):
        loss = self.forward_backward(*batch)
        print(f"loss: {loss:.3f}")
        self.optimizers.step()

    def train(self, batches):
        self.optimizers.zero_grad()
        for batch in batches:
            self.train_step(batch)


Recipe().train([(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(3)])
