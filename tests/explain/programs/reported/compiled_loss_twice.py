"""After training, the curvature of a compiled model's loss is measured with a retained graph."""
import torch
from torch import nn

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), backend="aot_eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 4):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()  # <- other
    optimizer.step()
loss = model(torch.randn(6, 4)).pow(2).mean()
loss.backward(retain_graph=True)  # <- raised
