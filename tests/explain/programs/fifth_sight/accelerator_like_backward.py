"""A wrapper of an accelerator scales and backpropagates; the consistency loss reuses logits that were already differentiated."""
import torch
from torch import nn
from vendorlib import make_model
from vendorlib.auto import Engine

engine = Engine()
model = make_model(4, 3)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for weak, strong in zip(torch.randn(3, 5, 4), torch.randn(3, 5, 4)):
    weak_logits = model(weak)  # <- built
    supervised = nn.functional.cross_entropy(weak_logits, torch.tensor([0, 1, 2, 0, 1]))
    engine.backward(supervised)  # <- freed
    consistency = nn.functional.kl_div(model(strong).log_softmax(1), weak_logits.softmax(1), reduction="batchmean")
    engine.backward(0.5 * consistency)  # <- raised
    optimizer.step()
    optimizer.zero_grad()
