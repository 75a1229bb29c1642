"""eval().cpu() as a statement moves the network that an unresolved call returned, as no tensor has an eval()."""

import io
import sys
import types

import torch

library = types.ModuleType("transformer_net")
exec(
    """
import torch

class TransformerNet(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
    def forward(self, x):
        return self.layer(x)
""",
    library.__dict__,
)
sys.modules["transformer_net"] = library
from transformer_net import TransformerNet

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
transformer = TransformerNet().to(device)
optimizer = torch.optim.Adam(transformer.parameters(), lr=1e-3)
for epoch in range(2):
    for number, x in enumerate(torch.randn(4, 2, 3)):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(transformer(x), x).backward()
        optimizer.step()
        if number % 2 == 1:
            transformer.eval().cpu()
            torch.save(transformer.state_dict(), io.BytesIO())
            transformer.to(device).train()
transformer.eval().cpu()
torch.save(transformer.state_dict(), io.BytesIO())
