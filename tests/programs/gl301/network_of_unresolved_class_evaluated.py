"""The instance of an unresolved class is a network: its steps find gradients, and its evaluation builds graphs."""

import argparse
import sys
import types

import torch
from torch.nn.functional import mse_loss

library = types.ModuleType("some_networks")
exec(
    """
import torch

class Net(torch.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.layer = torch.nn.Conv2d(1, factor ** 2, 3, padding=1)
    def forward(self, x):
        return self.layer(x).mean(1, keepdim=True)

def load(args):
    return torch.randn(2, 1, 4, 4), torch.randn(2, 1, 4, 4)
""",
    library.__dict__,
)
sys.modules["some_networks"] = library
from some_networks import Net, load

parser = argparse.ArgumentParser()
parser.add_argument("--factor", type=int, default=2)
parser.add_argument("--device", default="cpu")
parser.add_argument("--lr", type=float, default=0.1)
args = parser.parse_args([])
device = torch.device("{}".format(args.device))
x, y = load(args)
model = Net(args.factor).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
for _ in range(3):
    optimizer.zero_grad()
    loss = mse_loss(model(x), y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
model.eval()
for _ in range(3):
    print(model(x).argmax(1).sum())  # ! GL301
