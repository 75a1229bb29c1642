"""A library model takes its memories as separate arguments and returns new ones; the source does not show whether they have a graph."""

import sys
import types

import torch

memorising = types.ModuleType("memorising")
exec(
    """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(6, 3)
    def forward(self, inputs, *memories):
        before = memories[0] if memories else torch.zeros(8, 3)
        hidden = self.layer(torch.cat([inputs, before], dim=1)).tanh()
        return [hidden.pow(2).mean(), hidden.detach(), before.detach()]
""",
    memorising.__dict__,
)
sys.modules["memorising"] = memorising
from memorising import Model

model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
memories = ()
for _ in range(4):
    answer = model(torch.randn(8, 3), *memories)
    loss, memories = answer[0], answer[1:]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
