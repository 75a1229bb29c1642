"""Modules, losses, optimizers, data and distributions: run under whichever `torch` is on the path, one line each with its figures.

Values are printed as sums, gradients as sums of absolute values; weights are drawn from the seed, so that both draw the same.
"""

import importlib
import warnings
from collections.abc import Callable
from typing import Any

torch = importlib.import_module("torch")
nn = torch.nn
for name in ("torch.utils.data", "torch.distributions", "torch.optim.lr_scheduler"):
    importlib.import_module(name)
warnings.simplefilter("ignore")
torch.manual_seed(0)


def listed(value: Any) -> list[Any]:
    """The tensors in a result."""
    return [value] if isinstance(value, torch.Tensor) else [tensor for part in value for tensor in listed(part)]


def shown(number: Any) -> float:
    """A number, without the sign of zero."""
    return round(float(number), 3) + 0.0


def show(name: str, module: Any, *inputs: Any) -> None:
    """Call a module, walk a weighted sum of its results, and print both."""
    given = [each.clone().requires_grad_() if each.is_floating_point() else each for each in inputs]
    results = listed(module(*given))
    sum((each * torch.linspace(0.5, 1.5, each.numel()).reshape(each.shape)).sum() for each in results).backward()
    leaves = [*module.parameters(), *(each for each in given if each.is_floating_point())]
    print(
        name,
        [shown(each.double().sum()) for each in results],
        [shown(each.grad.double().abs().sum()) for each in leaves if each.grad is not None],
    )


r = torch.randn
for n, m, *xs in [
    ("Linear", nn.Linear(3, 4), r(5, 3)),
    ("Bilinear", nn.Bilinear(3, 2, 4), r(5, 3), r(5, 2)),
    ("Conv1d", nn.Conv1d(2, 3, 3, 2, 1), r(2, 2, 9)),
    ("Conv2d", nn.Conv2d(2, 4, 3, 2, 1, groups=2), r(2, 2, 7, 7)),
    ("Conv2dil", nn.Conv2d(2, 3, 3, 1, 2, 2), r(2, 2, 7, 7)),
    ("Conv3d", nn.Conv3d(1, 2, 2), r(1, 1, 4, 4, 4)),
    ("ConvT1", nn.ConvTranspose1d(2, 3, 3, 2, 1, 1), r(2, 2, 5)),
    ("ConvT2", nn.ConvTranspose2d(2, 4, 3, 2, 1, 1, groups=2), r(2, 2, 4, 4)),
    ("BN1", nn.BatchNorm1d(3), r(6, 3)),
    ("BN2", nn.BatchNorm2d(3), r(4, 3, 2, 2)),
    ("BNe", nn.BatchNorm1d(3).eval(), r(6, 3)),
    ("LN", nn.LayerNorm([3, 2]), r(4, 3, 2)),
    ("GN", nn.GroupNorm(2, 4), r(3, 4, 5)),
    ("IN", nn.InstanceNorm2d(2, affine=True), r(3, 2, 4, 4)),
    ("RMS", nn.RMSNorm(4), r(3, 4)),
    ("LRN", nn.LocalResponseNorm(2), r(2, 4, 3, 3)),
    ("Emb", nn.Embedding(5, 3), torch.tensor([[1, 2], [4, 1]])),
    ("EmbBag", nn.EmbeddingBag(5, 3), torch.tensor([[1, 2], [4, 1]])),
    ("RNN", nn.RNN(3, 4, 2, bidirectional=True), r(5, 2, 3)),
    ("RNNrelu", nn.RNN(3, 4, nonlinearity="relu"), r(5, 2, 3)),
    ("GRU", nn.GRU(3, 4, 2), r(5, 2, 3)),
    ("LSTM", nn.LSTM(3, 4, 2, bidirectional=True, batch_first=True), r(2, 5, 3)),
    ("RNNCell", nn.RNNCell(3, 4), r(2, 3)),
    ("GRUCell", nn.GRUCell(3, 4), r(2, 3)),
    ("LSTMCell", nn.LSTMCell(3, 4), r(2, 3)),
    ("MHA", nn.MultiheadAttention(4, 2, batch_first=True), *[r(2, 3, 4)] * 3),
    ("TEL", nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True), r(2, 3, 4)),
    ("TDL", nn.TransformerDecoderLayer(4, 2, 8, 0.0), r(3, 2, 4), r(5, 2, 4)),
    ("TE", nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 2), r(3, 2, 4)),
    ("MaxPool1", nn.MaxPool1d(2), r(2, 3, 6)),
    ("MaxPool2", nn.MaxPool2d(3, 2, 1), r(2, 3, 6, 6)),
    ("MaxPool2c", nn.MaxPool2d(2, ceil_mode=True), r(2, 3, 5, 5)),
    ("AvgPool2", nn.AvgPool2d(3, 2, 1), r(2, 3, 6, 6)),
    ("AAP", nn.AdaptiveAvgPool2d((2, 3)), r(2, 3, 5, 7)),
    ("AAP1", nn.AdaptiveAvgPool2d(1), r(2, 3, 5, 7)),
    ("AMP", nn.AdaptiveMaxPool2d(2), r(2, 3, 5, 7)),
    ("PReLU", nn.PReLU(3), r(2, 3, 4)),
    ("GLU", nn.GLU(), r(2, 4)),
    ("ELU", nn.ELU(), r(9)),
    ("SELU", nn.SELU(), r(9)),
    ("CELU", nn.CELU(2.0), r(9)),
    ("GELU", nn.GELU(), r(9)),
    ("GELUt", nn.GELU(approximate="tanh"), r(9)),
    ("SiLU", nn.SiLU(), r(9)),
    ("Mish", nn.Mish(), r(9)),
    ("Softplus", nn.Softplus(2.0), r(9)),
    ("Hardswish", nn.Hardswish(), r(9)),
    ("Softmax", nn.Softmax(1), r(2, 3)),
    ("LogSoftmax", nn.LogSoftmax(1), r(2, 3)),
    ("Softmin", nn.Softmin(1), r(2, 3)),
    ("Upsample", nn.Upsample(scale_factor=2, mode="bilinear"), r(1, 2, 3, 3)),
    ("UpsampleN", nn.Upsample(scale_factor=2), r(1, 2, 3, 3)),
    ("PixelShuffle", nn.PixelShuffle(2), r(1, 4, 2, 2)),
    ("ReflPad", nn.ReflectionPad2d(1), r(1, 2, 3, 3)),
    ("ZeroPad", nn.ZeroPad2d((1, 2, 0, 1)), r(1, 2, 3, 3)),
    ("Flatten", nn.Flatten(), r(2, 3, 4)),
    ("Unfold", nn.Unfold(2), r(1, 2, 4, 4)),
    ("Fold", nn.Fold((4, 4), 2), r(1, 8, 9)),
    ("CosSim", nn.CosineSimilarity(), r(3, 4), r(3, 4)),
    ("PD", nn.PairwiseDistance(), r(3, 4), r(3, 4)),
    ("CE", nn.CrossEntropyLoss(label_smoothing=0.1), r(4, 3), torch.tensor([0, 2, 1, 1])),
    ("CEw", nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 0.5]), ignore_index=1), r(4, 3), torch.tensor([0, 2, 1, 1])),
    ("NLL", nn.NLLLoss(reduction="sum"), r(4, 3), torch.tensor([0, 2, 1, 1])),
    ("Huber", nn.HuberLoss(delta=0.5), r(4), r(4)),
    ("KL", nn.KLDivLoss(reduction="batchmean"), r(3, 4), r(3, 4).softmax(1).detach()),
    ("Triplet", nn.TripletMarginLoss(), r(3, 4), r(3, 4), r(3, 4)),
    ("CosEmb", nn.CosineEmbeddingLoss(), r(3, 4), r(3, 4), torch.tensor([1, -1, 1])),
    ("MarginR", nn.MarginRankingLoss(0.5), r(4), r(4), torch.tensor([1, -1, 1, -1])),
    ("GNLL", nn.GaussianNLLLoss(), r(4), r(4), torch.rand(4)),
    ("Poisson", nn.PoissonNLLLoss(), r(4), r(4).abs().detach()),
    ("SoftMargin", nn.SoftMarginLoss(), r(4), torch.tensor([1, -1, 1, -1])),
    ("MultiMargin", nn.MultiMarginLoss(), r(4, 3), torch.tensor([0, 2, 1, 1])),
]:
    show(n, m, *xs)
OPTIMIZERS: dict[str, Callable[[list[Any]], Any]] = {
    "SGD": lambda p: torch.optim.SGD(p, 0.1, 0.9, weight_decay=0.01, nesterov=True),
    "Adam": lambda p: torch.optim.Adam(p, 0.1, weight_decay=0.1),
    "Ams": lambda p: torch.optim.Adam(p, 0.1, amsgrad=True),
    "AdamW": lambda p: torch.optim.AdamW(p, 0.1),
    "NAdam": lambda p: torch.optim.NAdam(p, 0.1),
    "Adamax": lambda p: torch.optim.Adamax(p, 0.1),
    "RMS": lambda p: torch.optim.RMSprop(p, 0.1, momentum=0.9, centered=True),
    "Adagrad": lambda p: torch.optim.Adagrad(p, 0.1, 0.01),
    "Adadelta": lambda p: torch.optim.Adadelta(p, 0.5),
}
for name, o in OPTIMIZERS.items():
    torch.manual_seed(1)
    w = torch.randn(4, requires_grad=True)
    op = o([w])
    sch = torch.optim.lr_scheduler.StepLR(op, 2, 0.5)
    for _i in range(6):
        op.zero_grad()
        ((w - torch.arange(4.0)) ** 2 * torch.tensor([1.0, 2.0, 3.0, 4.0])).sum().backward()
        torch.nn.utils.clip_grad_norm_([w], 5.0)
        op.step()
        sch.step()
    print(name, [round(v, 4) for v in w.tolist()], w._version, op.param_groups[0]["lr"])
torch.manual_seed(1)
w = torch.randn(4, requires_grad=True)
op = torch.optim.LBFGS([w], lr=0.5, max_iter=6)


def c() -> Any:
    """The closure that is minimized."""
    op.zero_grad()
    loss = ((w - torch.arange(4.0)) ** 4).sum()
    loss.backward()
    return loss


for _i in range(3):
    op.step(c)
print("LBFGS", [round(v, 3) for v in w.tolist()])
DataLoader, TensorDataset, random_split = torch.utils.data.DataLoader, torch.utils.data.TensorDataset, torch.utils.data.random_split

d = TensorDataset(torch.arange(10.0), torch.arange(10))
print([b[1].tolist() for b in DataLoader(d, 4, shuffle=True)], [len(x) for x in random_split(d, [7, 3])])
D = torch.distributions
print(
    D.Normal(0.0, 2.0).log_prob(torch.tensor(1.0)),
    D.Categorical(torch.tensor([0.2, 0.8])).entropy(),
    D.Bernoulli(logits=torch.tensor(0.3)).log_prob(torch.tensor(1.0)),
    D.Normal(0.0, 1.0).sample((3,)),
)
w = torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True)
op = torch.optim.LBFGS([w], lr=0.1, max_iter=7, line_search_fn="strong_wolfe")


def valley() -> Any:
    """Rosenbrock's function, which a fixed step does not get down."""
    op.zero_grad()
    height = (1 - w[0]) ** 2 + 100 * (w[1] - w[0] ** 2) ** 2
    height.backward()
    return height


print("line search", [round(op.step(valley).item(), 6) for _i in range(3)], [round(v, 6) for v in w.tolist()])
CYCLES: dict[str, dict[str, Any]] = {
    "cos": {"total_steps": 8},
    "linear": {"epochs": 2, "steps_per_epoch": 4, "anneal_strategy": "linear"},
}
for name, more in CYCLES.items():
    op = torch.optim.AdamW([w], lr=0.1)
    one = torch.optim.lr_scheduler.OneCycleLR(op, max_lr=0.5, **more)
    rates = []
    for _i in range(7):
        op.step()
        one.step()
        rates.append((round(one.get_last_lr()[0], 6), round(op.param_groups[0]["betas"][0], 6)))
    print("one cycle", name, rates)
print(torch.zeros(3, 2).fill_diagonal_(1).tolist(), torch.zeros(5, 2).fill_diagonal_(1, wrap=True).tolist())
# A backward pass that a changed tensor ends: the nodes that were created later have run before.
for name in ("RNNCell", "GRUCell", "LSTMCell"):
    for changed in (0, 1):
        cell = getattr(torch.nn, name)(3, 3)
        given = [torch.ones(2, 3, requires_grad=True) * 1 for _i in range(2)]
        output = cell(given[0], (given[1], given[1] * 1) if name == "LSTMCell" else given[1])
        with torch.no_grad():
            given[changed].add_(1)
        try:
            (output[0] if name == "LSTMCell" else output).sum().backward()
        except RuntimeError:
            print("stopped", name, changed, [parameter.grad is not None for parameter in cell.parameters()])
