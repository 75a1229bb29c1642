"""All of a library's model is frozen and its head unfrozen again: the step changes the head."""

import sys
import types

import torch

timm = types.ModuleType("timm")
exec(
    """
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = torch.nn.Linear(4, 8), torch.nn.Linear(8, 3)
    def forward(self, x):
        return self.head(self.body(x).relu())
    def get_classifier(self):
        return self.head

def create_model(name, pretrained, num_classes):
    return Net()
""",
    timm.__dict__,
)
sys.modules["timm"] = timm
from timm import create_model

model = create_model("resnet50d", pretrained=True, num_classes=3)
for param in model.parameters():
    param.requires_grad = False
for param in model.get_classifier().parameters():
    param.requires_grad = True
optimizer = torch.optim.Adam(params=model.parameters(), lr=0.04)
for x, y in [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(3)]:
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
