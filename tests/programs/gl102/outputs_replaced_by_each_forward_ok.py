"""Each forward pass replaces the list of outputs, and a method backpropagates through those of the last one."""

import torch
from torch import nn


class Split(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)

    def forward(self, inputs):
        outputs = self.layer(inputs).tanh()
        self.outputs = []
        self.outputs.append(outputs)
        return outputs

    def backward_all(self, gradient):
        for output in self.outputs:
            output.backward(gradient)


network = Split()
for _ in range(2):
    network(torch.randn(2, 3))
    eval("network.backward_all")(torch.ones(2, 4))
