"""Lines of bad input, and of odd but good input: run under whichever `torch` is on the path, each printed with how it ended."""

import importlib
import warnings
from typing import Any

torch = importlib.import_module("torch")
nn, F = torch.nn, torch.nn.functional
warnings.simplefilter("ignore")


def stale(base: Any) -> Any:
    """A view that was created with grad mode disabled, and whose base has changed since."""
    with torch.no_grad():
        view = base.t()
    base.add_(1)
    return view


LINES = """
torch.ones(3) + torch.ones(4)
torch.ones(2, 3) @ torch.ones(4, 2)
torch.ones(2, 3).matmul(torch.ones(2))
torch.ones(3).view(2)
torch.ones(2, 3).t().view(6)
torch.ones(3).add("a")
torch.ones(3)[5]
torch.ones(())[0]
torch.ones(2).item()
torch.arange(3).requires_grad_()
torch.tensor([1, 2], requires_grad=True)
torch.ones(2, requires_grad=True).numpy()
bool(torch.ones(2))
bool(torch.ones(0))
torch.ones(2, dtype=torch.int64).add_(1.5)
torch.ones(2).add_(torch.ones(2, 2))
torch.ones(3, 3, requires_grad=True).add_(torch.ones(2, 3, 3))
torch.ones(3, 3, requires_grad=True).mul_(torch.ones(4))
torch.ones(3, 3, requires_grad=True)[0].add_(torch.ones(2, 3))
(lambda leaf: leaf.mul_(leaf.t()))(torch.ones(3, 3, requires_grad=True))
(lambda leaf: leaf.t().mul_(leaf))(torch.ones(3, 3, requires_grad=True))
(lambda base: (base[0], base.add_(1))[0].add_(torch.ones(2)))(torch.ones(3, 3, requires_grad=True) * 1)
stale(torch.ones(3, 3, requires_grad=True) * 1).view(9)
stale(torch.ones(3, 3, requires_grad=True) * 1) + torch.ones(4)
stale(torch.ones(3, 3, requires_grad=True) * 1) @ torch.ones(2, 2)
torch.cat([torch.ones(2, 2), torch.ones(3, 3)])
torch.stack([torch.ones(2), torch.ones(3)])
torch.stack([])
F.cross_entropy(torch.ones(2, 3), torch.ones(2))
F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 5]))
F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 1, 2]))
F.mse_loss(torch.ones(2, 3), torch.ones(2))
F.mse_loss(torch.ones(2), torch.ones(2), reduction="most")
F.binary_cross_entropy(torch.tensor([2.0]), torch.tensor([1.0]))
F.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(3))
nn.Linear(3, 2)(torch.ones(2, 4))
nn.Linear(3, 2)(torch.ones(2, 3, dtype=torch.float64))
nn.Conv2d(1, 1, 3)(torch.ones(1, 2, 5, 5))
nn.Conv2d(1, 1, 3)(torch.ones(1, 1, 2, 2))
nn.Embedding(3, 2)(torch.tensor([4]))
nn.Embedding(3, 2)(torch.tensor([1.0]))
nn.BatchNorm1d(3)(torch.ones(1, 3))
nn.BatchNorm2d(3)(torch.ones(2, 3))
nn.LayerNorm(3)(torch.ones(2, 4))
nn.LSTM(3, 4)(torch.ones(2, 1, 5))
nn.Dropout(1.5)
nn.Linear(2, 2).nothing
torch.ones(2).nothing
torch.ones(2, requires_grad=True).add_(1)
torch.ones(2, requires_grad=True)[0].add_(1)
torch.ones(2).sum().backward()
(torch.ones(2, requires_grad=True) * 2).backward()
(torch.ones(2, requires_grad=True) * 2).backward(torch.ones(3))
torch.ones(2, requires_grad=True).sum().backward(retain_variables=True)
torch.autograd.grad(torch.ones(2, requires_grad=True).sum(), torch.ones(2))
torch.autograd.grad(torch.ones(2, requires_grad=True).sum(), torch.ones(2, requires_grad=True))
torch.optim.SGD([], lr=0.1)
torch.optim.SGD([torch.ones(2, requires_grad=True) * 2], lr=0.1)
torch.optim.SGD(torch.ones(2, requires_grad=True), lr=0.1)
torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=-1)
torch.optim.Adam([torch.ones(2, requires_grad=True)], betas=(1.0, 0.9))
torch.tensor([[1, 2], [3]])
torch.ones(2, 3).reshape(4)
torch.ones(2, 3).permute(0)
torch.ones(2, 3).expand(4, 3)
torch.ones(2, 3).squeeze(4)
torch.ones(3).sum(3)
torch.arange(4).mean()
torch.ones(2, 3).gather(1, torch.ones(2, 2))
torch.ones(2).bool() - torch.ones(2).bool()
torch.mm(torch.ones(2, 2), torch.ones(2, 2, dtype=torch.float64))
torch.ones(2, requires_grad=True).unbind(0)[0].add_(1)
torch.ones(-1)
torch.nn.utils.clip_grad_value_([torch.ones(2, requires_grad=True)], 1.0)
nn.Sequential(nn.Linear(2, 2)).load_state_dict({})
torch.distributions.Normal(0.0, torch.tensor([-1.0]))
torch.multinomial(torch.zeros(3), 1)
torch.ones(2).where(torch.ones(2), torch.ones(2))
len(torch.tensor(1.0))
list(torch.tensor(1.0))
torch.ones(2).expand(3, 2).add_(1)
torch.randint(3, 3, (2,))
torch.tensor(float("nan")) + 1
torch.tensor([float("nan"), 1.0]).max()
torch.tensor([float("nan"), 1.0]).sum()
torch.tensor([1.0, float("inf")]).softmax(0)
torch.tensor([]).sum()
torch.tensor([]).mean()
torch.ones(0, 3).sum(0)
torch.ones(0, 3) @ torch.ones(3, 2)
torch.ones(2, 0) @ torch.ones(0, 2)
torch.cat([torch.ones(0), torch.ones(2)])
torch.ones(0).max()
torch.ones(0, 3).mean(0)
nn.Linear(3, 2)(torch.ones(0, 3)).shape
torch.tensor(2.0) * torch.tensor(3.0)
torch.tensor(2.0).pow(2).item()
torch.tensor(5).view(1)
torch.tensor(1.0).softmax(0)
torch.tensor(3.0).unsqueeze(0).squeeze()
torch.tensor(1.5) + torch.tensor([1, 2])
torch.tensor(2.0).sum(0)
torch.zeros(3).std()
torch.ones(1).std()
torch.sqrt(torch.tensor(-1.0))
torch.log(torch.tensor(0.0))
torch.tensor([1, 2]) / 2
torch.tensor([5, 3]) // 2
torch.tensor(True) + torch.tensor(True)
"""

for line in LINES.strip().splitlines():
    try:
        result = eval(line)
        shown = str(result.detach().numpy().round(4).tolist()) + str(result.dtype) if isinstance(result, torch.Tensor) else str(result)
    except Exception as error:  # noqa: BLE001 - the kind of error is what is asked for
        shown = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    print(f"{line} -> {shown}")
