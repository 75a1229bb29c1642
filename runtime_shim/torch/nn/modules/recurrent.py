"""Recurrent networks: cells, and layers of them run over a sequence."""

from __future__ import annotations

import math
from typing import Any

from ..._namespace import cat, stack
from ..._tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .linear import blank
from .module import Module


def rnn_cell(activation: Any) -> Any:
    """One step of a simple network."""

    def step(gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
        return (activation(gates + hidden(state[0])),)

    return step


def lstm_cell(gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
    """One step of an LSTM."""
    h, c = state
    i, f, g, o = (gates + hidden(h)).chunk(4, -1)
    cell = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * cell.tanh(), cell


def gru_cell(gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
    """One step of a GRU."""
    (h,) = state
    ir, iz, inew = gates.chunk(3, -1)
    hr, hz, hnew = hidden(h).chunk(3, -1)
    reset, update = (hr + ir).sigmoid(), (hz + iz).sigmoid()
    new = (inew + reset * hnew).tanh()
    return ((h - new) * update + new,)


class RNNCellBase(Module):
    """The base of the recurrent cells.

    A backward pass runs the nodes that were created last first. `hidden_first` says that those of the hidden state's gates are created before
    those of the input's, as PyTorch does except for GRU: where a saved tensor was changed, the gradients of the other part are complete.
    """

    gates, step, states = 1, staticmethod(rnn_cell(Tensor.tanh if hasattr(Tensor, "tanh") else None)), 1
    hidden_first = True

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        self.weight_ih = Parameter(blank(self.gates * hidden_size, input_size, dtype=dtype))
        self.weight_hh = Parameter(blank(self.gates * hidden_size, hidden_size, dtype=dtype))
        self.register_parameter("bias_ih", Parameter(blank(self.gates * hidden_size, dtype=dtype)) if bias else None)
        self.register_parameter("bias_hh", Parameter(blank(self.gates * hidden_size, dtype=dtype)) if bias else None)
        bound = 1.0 / math.sqrt(hidden_size) if hidden_size > 0 else 0
        for each in self.parameters():
            init.uniform_(each, -bound, bound)

    def run(self, input: Tensor, state: Any) -> tuple[Tensor, ...]:
        """One step, with a batch dimension added where there is none."""
        if input.dim() not in (1, 2):
            raise ValueError(f"{type(self).__name__}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        if input.shape[-1] != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.shape[-1]} expected {self.input_size}")
        single = input.dim() == 1
        whole = input.unsqueeze(0) if single else input
        zeros = whole.new_zeros(whole.shape[0], self.hidden_size)
        given = (zeros,) * self.states if state is None else (state if isinstance(state, (tuple, list)) else (state,))
        given = tuple(each.unsqueeze(0) if single and each.dim() == 1 else each for each in given)
        for each in given:
            if each.shape[0] != whole.shape[0]:
                raise RuntimeError(f"Input batch size {whole.shape[0]} doesn't match hidden0 batch size {each.shape[0]}")
            if each.shape[1] != self.hidden_size:
                raise RuntimeError(f"hidden0 has inconsistent hidden_size: got {each.shape[1]}, expected {self.hidden_size}")
        early = F.linear(given[0], self.weight_hh, self.bias_hh) if self.hidden_first else None
        gates = F.linear(whole, self.weight_ih, self.bias_ih)
        result = self.step(gates, given, lambda h: F.linear(h, self.weight_hh, self.bias_hh) if early is None else early)
        return tuple(each.squeeze(0) for each in result) if single else result

    def extra_repr(self) -> str:
        """Its sizes."""
        return f"{self.input_size}, {self.hidden_size}"


class RNNCell(RNNCellBase):
    """h' = tanh(W x + b + U h + c)."""

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh", device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity
        object.__setattr__(self, "step", rnn_cell(Tensor.tanh if nonlinearity == "tanh" else Tensor.relu))  # type: ignore[attr-defined]

    def forward(self, input: Tensor, hx: Any = None) -> Tensor:
        """The next state."""
        return self.run(input, hx)[0]


class GRUCell(RNNCellBase):
    """A gated unit."""

    gates, step, hidden_first = 3, staticmethod(gru_cell), False

    def forward(self, input: Tensor, hx: Any = None) -> Tensor:
        """The next state."""
        return self.run(input, hx)[0]


class LSTMCell(RNNCellBase):
    """A unit with a memory."""

    gates, step, states = 4, staticmethod(lstm_cell), 2

    def forward(self, input: Tensor, hx: Any = None) -> tuple[Tensor, Tensor]:
        """The next state and memory."""
        h, c = self.run(input, hx)
        return h, c


class RNNBase(Module):
    """The base of the recurrent layers."""

    gates, states = 1, 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.input_size, self.hidden_size, self.num_layers, self.bias = input_size, hidden_size, num_layers, bias
        self.batch_first, self.dropout, self.bidirectional = batch_first, float(dropout), bidirectional
        self.ways = 2 if bidirectional else 1
        for layer in range(num_layers):
            for way in range(self.ways):
                end = f"_l{layer}" + ("_reverse" if way else "")
                width = input_size if layer == 0 else hidden_size * self.ways
                self.register_parameter("weight_ih" + end, Parameter(blank(self.gates * hidden_size, width, dtype=dtype)))
                self.register_parameter("weight_hh" + end, Parameter(blank(self.gates * hidden_size, hidden_size, dtype=dtype)))
                if bias:
                    self.register_parameter("bias_ih" + end, Parameter(blank(self.gates * hidden_size, dtype=dtype)))
                    self.register_parameter("bias_hh" + end, Parameter(blank(self.gates * hidden_size, dtype=dtype)))
        bound = 1.0 / math.sqrt(hidden_size) if hidden_size > 0 else 0
        for each in self.parameters():
            init.uniform_(each, -bound, bound)

    def flatten_parameters(self) -> None:
        """Nothing to be done on a CPU."""

    def step(self, gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
        """One step."""
        raise NotImplementedError

    def one_way(self, inputs: Tensor, state: tuple[Tensor, ...], end: str, backwards: bool) -> tuple[Tensor, tuple[Tensor, ...]]:
        """One layer over the whole sequence, in one direction."""
        held = self._parameters
        gates = F.linear(inputs, held["weight_ih" + end], held.get("bias_ih" + end)).unbind(0)
        weight, bias = held["weight_hh" + end], held.get("bias_hh" + end)
        outputs = []
        for each in reversed(gates) if backwards else gates:
            state = self.step(each, state, lambda h: F.linear(h, weight, bias))
            outputs.append(state[0])
        return stack(outputs[::-1] if backwards else outputs), state

    def check(self, input: Tensor) -> None:
        """Refuse a wrong shape.

        Raises:
            ValueError: for another number of dimensions.
            RuntimeError: for another width.
        """
        if input.dim() not in (2, 3):
            raise ValueError(f"{type(self).__name__}: Expected input to be 2D or 3D, got {input.dim()}D instead")
        if input.shape[-1] != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.shape[-1]}")

    def forward(self, input: Tensor, hx: Any = None) -> Any:
        """The outputs and the last state."""
        self.check(input)
        single = input.dim() == 2
        whole = input.unsqueeze(1) if single else input.transpose(0, 1) if self.batch_first else input
        if hx is None:
            zeros = whole.new_zeros(self.num_layers * self.ways, whole.shape[1], self.hidden_size)
            given: tuple[Tensor, ...] = (zeros,) * self.states
        else:
            given = tuple(each.unsqueeze(1) if single else each for each in (hx if isinstance(hx, (tuple, list)) else (hx,)))
            expected = (self.num_layers * self.ways, whole.shape[1], self.hidden_size)
            for each in given:
                if tuple(each.shape) != expected:
                    name = "hidden[0]" if self.states == 2 else "hidden"
                    raise RuntimeError(f"Expected {name} size {expected}, got {list(each.shape)}")
        output, last = self.layers(whole, tuple(each.unbind(0) for each in given))
        output = output.squeeze(1) if single else output.transpose(0, 1) if self.batch_first else output
        final = tuple(stack(each).squeeze(1) if single else stack(each) for each in last)
        return output, final if self.states == 2 else final[0]

    def layers(self, inputs: Tensor, begin: tuple[Any, ...]) -> tuple[Tensor, list[list[Tensor]]]:
        """All layers, one upon the other."""
        last: list[list[Tensor]] = [[] for _ in range(self.states)]
        for layer in range(self.num_layers):
            results = []
            for way in range(self.ways):
                place = layer * self.ways + way
                output, state = self.one_way(
                    inputs, tuple(each[place] for each in begin), f"_l{layer}" + ("_reverse" if way else ""), bool(way)
                )
                results.append(output)
                for held, each in zip(last, state, strict=True):
                    held.append(each)
            inputs = cat(results, -1) if self.ways == 2 else results[0]
            if self.dropout and self.training and layer < self.num_layers - 1:
                inputs = F.dropout(inputs, self.dropout)
        return inputs, last


class RNN(RNNBase):
    """Simple networks."""

    def __init__(self, *args: Any, nonlinearity: str = "tanh", **kwargs: Any) -> None:
        if len(args) > 3 and isinstance(args[3], str):
            nonlinearity, args = args[3], (*args[:3], *args[4:])
        super().__init__(*args, **kwargs)
        self.nonlinearity = nonlinearity

    def step(self, gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
        """One step."""
        total = hidden(state[0]) + gates
        return (total.tanh() if self.nonlinearity == "tanh" else total.relu(),)  # type: ignore[attr-defined]


class GRU(RNNBase):
    """Gated units."""

    gates = 3

    def step(self, gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
        """One step."""
        return gru_cell(gates, state, hidden)


class LSTM(RNNBase):
    """Units with a memory."""

    gates, states = 4, 2

    def __init__(self, *args: Any, proj_size: int = 0, **kwargs: Any) -> None:
        if proj_size:
            from ..._missing import missing

            missing("torch.nn.LSTM(proj_size=...)")
        super().__init__(*args, **kwargs)

    def step(self, gates: Tensor, state: tuple[Tensor, ...], hidden: Any) -> tuple[Tensor, ...]:
        """One step."""
        return lstm_cell(gates, state, hidden)
