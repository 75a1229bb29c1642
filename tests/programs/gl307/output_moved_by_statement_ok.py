"""The result of cpu() is used, and read as a number."""

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
kept = []
for _ in range(3):
    outputs = model(torch.randn(4, 3))
    loss = outputs.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    outputs = outputs.cpu()
    kept.append(float(outputs.mean()))
print(kept)
