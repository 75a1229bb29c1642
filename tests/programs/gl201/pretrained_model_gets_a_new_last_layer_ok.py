"""A pretrained model keeps its features between calls: a later backward uses their graph."""

import sys
import types

import torch
from torch import nn

zoo = types.ModuleType("zoo")
exec(
    "from torch import nn\n\n\nclass Net(nn.Module):\n"
    "    def __init__(self):\n        super().__init__()\n        self.first, self.last, self.memory = nn.Linear(3, 4), nn.Linear(4, 9), 0\n\n"
    "    def forward(self, inputs):\n        self.memory = self.memory + self.first(inputs).tanh()\n        return self.last(self.memory)\n\n\n"
    "def pretrained(name):\n    return Net()\n",
    zoo.__dict__,
)
sys.modules["zoo"] = zoo
import zoo


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        model = zoo.pretrained("net")
        model.memory = model.memory + classes
        self.model = model

    def forward(self, inputs):
        outputs = self.model(inputs)
        return outputs


net = Classifier(2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs, labels = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])
optimizer.zero_grad()
loss = nn.functional.cross_entropy(net(inputs), labels)
loss.backward(retain_graph=True)
nn.functional.cross_entropy(net(inputs), labels).backward()
optimizer.step()
