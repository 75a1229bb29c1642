"""to() as a statement moves the tensors of a batch of this class, as it assigns to the batch itself."""

import collections

import torch


class Batch(collections.UserDict):
    def to(self, device):
        self.data = {name: value.to(device) for name, value in self.data.items()}
        return self


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = torch.nn.Linear(3, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in [Batch(inputs=torch.randn(4, 3), labels=torch.randn(4, 1)) for _ in range(3)]:
    batch.to(device)
    loss = torch.nn.functional.mse_loss(model(batch["inputs"]), batch["labels"])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
