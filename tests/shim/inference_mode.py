"""Lines in inference mode, with grad mode off and enabled: run under whichever `torch` is on the path, printed with how each ended."""

import contextlib
import importlib
import warnings
from typing import Any

torch = importlib.import_module("torch")
nn, F = torch.nn, torch.nn.functional
warnings.simplefilter("ignore")


class Double(torch.autograd.Function):  # type: ignore[misc,name-defined]
    """A custom Function, which PyTorch records in inference mode if grad mode is enabled."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * 2


def leaf() -> Any:
    return torch.ones(2, requires_grad=True)


def outside(operation: Any) -> Any:
    """The leaf and the sum of an operation's result, both made outside of inference mode."""
    with torch.inference_mode(False):
        x = leaf()
        return x, operation(x).sum()


def gradient(operation: Any) -> Any:
    """The gradient of a graph that was built outside of inference mode and is backpropagated in it."""
    x, y = outside(operation)
    y.backward()
    return x.grad


def changed(tensor: Any, view: bool = False) -> Any:
    (tensor.view(2) if view else tensor).mul_(2)
    return tensor


def shown(value: Any) -> Any:
    """A tensor's numbers, and how it stands to the graph."""
    if not isinstance(value, torch.Tensor):
        return [shown(each) for each in value] if isinstance(value, (tuple, list)) else value
    state = (value.requires_grad, value.grad_fn is not None, value.is_leaf, value.is_inference())
    return value.detach().numpy().round(3).tolist(), *state


LINES = """
torch.is_grad_enabled(), torch.is_inference_mode_enabled()
leaf() * 2
P * 2
P.exp()
nn.Linear(2, 2)(torch.ones(2)).abs() * 0
P.view(2, 1), P[:1], P.detach(), P.unbind()
torch.cat([P, P]), P.clone(), P.double(), torch.zeros(2).copy_(P)
Double.apply(P)
Double.apply(P).sum().backward()
(P * 2).sum().backward()
torch.autograd.grad((P * 2).sum(), P)
(P * 2).retain_grad()
changed(leaf())
changed(outside(lambda x: x)[0])
changed(outside(lambda x: x)[0], view=True)
outside(lambda x: x * 2)
gradient(torch.exp)
gradient(lambda x: F.gelu(x))
gradient(lambda x: F.layer_norm(x, (2,)))
gradient(lambda x: torch.linalg.norm(x))
gradient(lambda x: F.cosine_similarity(x[None], torch.arange(2.0)[None]))
gradient(lambda x: F.huber_loss(x, torch.zeros(2)))
torch.autograd.functional.jacobian(lambda x: x * 2, torch.ones(2)).tolist()
torch.autograd.functional.hessian(lambda x: (x * x).sum(), torch.ones(2)).tolist()
"""
P = leaf()

for grad_mode in (contextlib.nullcontext(), torch.enable_grad()):
    for line in LINES.strip().splitlines():
        try:
            with torch.inference_mode(), grad_mode:
                ending = str(shown(eval(line)))
        except RuntimeError as error:
            ending = str(error)
        print(f"{line} -> {ending}")
