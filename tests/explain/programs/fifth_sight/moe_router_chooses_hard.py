"""The loss that balances a mixture of experts counts the tokens of each expert."""
import torch
from torch import nn


class Router(nn.Module):
    def __init__(self, width, experts):
        super().__init__()
        self.gate, self.experts = nn.Linear(width, experts), experts

    def forward(self, x):
        return self.gate(x).softmax(-1)

    def balance(self, probabilities):
        chosen = probabilities.topk(2, dim=-1).indices  # <- detached
        load = torch.bincount(chosen.flatten(), minlength=self.experts).float()
        return (load / load.sum()).pow(2).sum() * self.experts


router = Router(6, 4)
optimizer = torch.optim.Adam(router.parameters())
auxiliary = router.balance(router(torch.randn(10, 6)))
optimizer.zero_grad()
auxiliary.backward()  # <- raised
