"""Small programs that the tests of the server open."""

# The second walk raises: line 8, from column 0.
TWICE = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
loss = model(torch.randn(8, 3)).exp().mean()
loss.backward()

loss.backward()
"""
ONCE = TWICE.replace("\nloss.backward()\n\nloss.backward()\n", "\nloss.backward()\n")

# A graph that grows: line 10.
GROWS = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for step in range(10):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).exp().mean()
    total += loss
    loss.backward()
    optimizer.step()
print(total)
"""
BROKEN = "import torch\nloss = torch.rand(3).sum(\nloss.backward()\n"

# Behind a character beyond the basic plane, which takes four units of UTF-8, two of UTF-16, one of UTF-32.
ASTRAL = TWICE.replace("\n\nloss.backward()\n", '\nname = "\U0001f525é"; loss.backward()\n')
