"""The output of a network is a tensor: to() as a statement returns a moved copy that is dropped."""

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
    outputs.cpu()  # ! GL307
    kept.append(float(outputs.mean()))
print(kept)
