"""Fine-tunes the model for two classes."""

import torch
from model_with_head import ModelWithHead
from surgery_on_heads import replace_head

if __name__ == "__main__":
    model = ModelWithHead()
    replace_head(model, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
