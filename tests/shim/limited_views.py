"""In-place changes of views that autograd does not follow: run under whichever `torch` is on the path, printed with how each ended.

Views made with grad mode off, in inference mode, or several by one call, and views of these: PyTorch says from which the limit comes.
"""

import importlib
from collections.abc import Callable
from typing import Any

torch = importlib.import_module("torch")


def result() -> Any:
    """A tensor with a graph."""
    return torch.full((3, 3), 2.0, requires_grad=True) * 1.0


def without_graph(base: Any) -> Any:
    with torch.no_grad():
        return base.t()


def in_inference_mode(base: Any) -> Any:
    with torch.inference_mode():
        return base.t()


def nested_without_graph(base: Any) -> Any:
    with torch.no_grad():
        return base.t().t()


def one_of_several(base: Any) -> Any:
    return base.unbind()[1].unsqueeze(0)


def one_of_several_without_graph(base: Any) -> Any:
    with torch.no_grad():
        return base.unbind()[1].unsqueeze(0)


FURTHER: dict[str, Callable[[Any], Any]] = {
    "itself": lambda view: view,
    "transposed": lambda view: view.t(),
    "without dimensions": lambda view: view.unsqueeze(0).squeeze(0),
    "an item": lambda view: view[0],
    "one of several": lambda view: view.unbind()[0],
    "transposed with grad mode off": without_graph,
    "detached": lambda view: view.detach(),
}


def outcome(change: Callable[..., Any], *arguments: Any) -> str:
    try:
        change(*arguments)
    except RuntimeError as error:
        return str(error)
    return "clean"


for make in (without_graph, nested_without_graph, in_inference_mode, one_of_several, one_of_several_without_graph):
    for name, further in FURTHER.items():
        view = further(make(result()))
        print(f"{make.__name__}, {name}, changed -> {outcome(view.mul_, 2.0)}")
        base = result()
        view = further(make(base))
        base.mul_(2.0)
        print(f"{make.__name__}, {name}, base changed, used -> {outcome(view.sum)}")

for name, repeated in {"with a graph": result()[0].expand(3, 3), "data": torch.ones(1).expand(3)}.items():
    print(f"repeated elements {name}, copied to itself -> {outcome(repeated.copy_, repeated)}")
    print(f"repeated elements {name}, copied from a view of it -> {outcome(repeated.copy_, repeated.detach())}")
    print(f"repeated elements {name}, doubled -> {outcome(repeated.mul_, 2.0)}")
