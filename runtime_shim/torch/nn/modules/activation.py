"""Activations and losses as modules: a function of torch.nn.functional and the arguments it is called with."""

from __future__ import annotations

import inspect
from typing import Any

from ... import _types
from ..._tensor import Tensor, wrap
from .. import functional as F
from ..parameter import Parameter
from .module import Module


def module_of(name: str, function: Any, signature: str, loss: bool = False, doc: str = "") -> type[Module]:
    """Return a module class that calls a function with the arguments of its constructor.

    Args:
        name: the class's name.
        function: called by forward, with the inputs first and the arguments by name.
        signature: the constructor's parameters.
        loss: register `weight` and `pos_weight` as buffers.
        doc: the docstring.
    """
    parameters = inspect.signature(eval(f"lambda {signature}: 0"))

    def construct(self: Any, *args: Any, **kwargs: Any) -> None:
        Module.__init__(self)
        try:
            bound = parameters.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}.__init__() {error}") from None
        bound.apply_defaults()
        for key, value in bound.arguments.items():
            if isinstance(value, Tensor) and loss:
                self.register_buffer(key, value)
            else:
                setattr(self, key, value)

    def forward(self: Any, *inputs: Any) -> Any:
        return function(*inputs, **{key: getattr(self, key) for key in parameters.parameters})

    def extra_repr(self: Any) -> str:
        return ", ".join(
            f"{key}={getattr(self, key)}" for key, each in parameters.parameters.items() if getattr(self, key) is not each.default
        )

    return type(
        name,
        (Module,),
        {"__init__": construct, "forward": forward, "extra_repr": extra_repr, "__doc__": doc or f"{name}.", "__module__": __name__},
    )


ReLU = module_of("ReLU", F.relu, "inplace=False")
ReLU6 = module_of("ReLU6", F.relu6, "inplace=False")
LeakyReLU = module_of("LeakyReLU", F.leaky_relu, "negative_slope=0.01, inplace=False")
ELU = module_of("ELU", F.elu, "alpha=1.0, inplace=False")
CELU = module_of("CELU", F.celu, "alpha=1.0, inplace=False")
SELU = module_of("SELU", F.selu, "inplace=False")
GELU = module_of("GELU", F.gelu, "approximate='none'")
SiLU = module_of("SiLU", F.silu, "inplace=False")
Mish = module_of("Mish", F.mish, "inplace=False")
Softplus = module_of("Softplus", F.softplus, "beta=1.0, threshold=20.0")
Softsign = module_of("Softsign", F.softsign, "")
Tanh = module_of("Tanh", F.tanh, "")
Tanhshrink = module_of("Tanhshrink", F.tanhshrink, "")
Sigmoid = module_of("Sigmoid", F.sigmoid, "")
LogSigmoid = module_of("LogSigmoid", F.logsigmoid, "")
Hardtanh = module_of("Hardtanh", F.hardtanh, "min_val=-1.0, max_val=1.0, inplace=False")
Hardsigmoid = module_of("Hardsigmoid", F.hardsigmoid, "inplace=False")
Hardswish = module_of("Hardswish", F.hardswish, "inplace=False")
Hardshrink = module_of("Hardshrink", F.hardshrink, "lambd=0.5")
Softshrink = module_of("Softshrink", F.softshrink, "lambd=0.5")
Threshold = module_of("Threshold", F.threshold, "threshold, value, inplace=False")
GLU = module_of("GLU", F.glu, "dim=-1")
Softmax = module_of("Softmax", F.softmax, "dim=None")
Softmin = module_of("Softmin", F.softmin, "dim=None")
LogSoftmax = module_of("LogSoftmax", F.log_softmax, "dim=None")
CosineSimilarity = module_of("CosineSimilarity", F.cosine_similarity, "dim=1, eps=1e-08")
PairwiseDistance = module_of("PairwiseDistance", F.pairwise_distance, "p=2.0, eps=1e-06, keepdim=False")

MSELoss = module_of("MSELoss", F.mse_loss, "size_average=None, reduce=None, reduction='mean'", True)
L1Loss = module_of("L1Loss", F.l1_loss, "size_average=None, reduce=None, reduction='mean'", True)
SmoothL1Loss = module_of("SmoothL1Loss", F.smooth_l1_loss, "size_average=None, reduce=None, reduction='mean', beta=1.0", True)
HuberLoss = module_of("HuberLoss", F.huber_loss, "reduction='mean', delta=1.0", True)
CrossEntropyLoss = module_of(
    "CrossEntropyLoss",
    F.cross_entropy,
    "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0",
    True,
)
NLLLoss = module_of("NLLLoss", F.nll_loss, "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'", True)
BCELoss = module_of("BCELoss", F.binary_cross_entropy, "weight=None, size_average=None, reduce=None, reduction='mean'", True)
BCEWithLogitsLoss = module_of(
    "BCEWithLogitsLoss",
    F.binary_cross_entropy_with_logits,
    "weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None",
    True,
)
KLDivLoss = module_of("KLDivLoss", F.kl_div, "size_average=None, reduce=None, reduction='mean', log_target=False", True)
PoissonNLLLoss = module_of(
    "PoissonNLLLoss", F.poisson_nll_loss, "log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean'", True
)
GaussianNLLLoss = module_of("GaussianNLLLoss", F.gaussian_nll_loss, "*, full=False, eps=1e-06, reduction='mean'", True)
HingeEmbeddingLoss = module_of(
    "HingeEmbeddingLoss", F.hinge_embedding_loss, "margin=1.0, size_average=None, reduce=None, reduction='mean'", True
)
MarginRankingLoss = module_of(
    "MarginRankingLoss", F.margin_ranking_loss, "margin=0.0, size_average=None, reduce=None, reduction='mean'", True
)
SoftMarginLoss = module_of("SoftMarginLoss", F.soft_margin_loss, "size_average=None, reduce=None, reduction='mean'", True)
MultiLabelSoftMarginLoss = module_of(
    "MultiLabelSoftMarginLoss", F.multilabel_soft_margin_loss, "weight=None, size_average=None, reduce=None, reduction='mean'", True
)
MultiMarginLoss = module_of(
    "MultiMarginLoss", F.multi_margin_loss, "p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction='mean'", True
)
CosineEmbeddingLoss = module_of(
    "CosineEmbeddingLoss", F.cosine_embedding_loss, "margin=0.0, size_average=None, reduce=None, reduction='mean'", True
)
TripletMarginLoss = module_of(
    "TripletMarginLoss",
    F.triplet_margin_loss,
    "margin=1.0, p=2.0, eps=1e-06, swap=False, size_average=None, reduce=None, reduction='mean'",
    True,
)
TripletMarginWithDistanceLoss = module_of(
    "TripletMarginWithDistanceLoss",
    F.triplet_margin_with_distance_loss,
    "*, distance_function=None, margin=1.0, swap=False, reduction='mean'",
    True,
)


class Softmax2d(Module):
    """A softmax over channels."""

    def forward(self, input: Tensor) -> Tensor:
        """Along the third dimension from the end."""
        return F.softmax(input, -3)


class PReLU(Module):
    """A leaky relu whose slope is learned."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(Tensor.fill_(wrap_zeros(num_parameters, dtype=dtype), init))

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.prelu(input, self.weight)


class RReLU(Module):
    """A leaky relu whose slope is random in training."""

    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False) -> None:
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


def wrap_zeros(*shape: int, dtype: Any = None) -> Tensor:
    """Zeros to be filled."""
    import numpy as np

    return wrap(np.zeros(shape, (dtype or _types.Default.dtype).array))


class _Dropout(Module):
    """Zero elements by chance, in training."""

    function = staticmethod(F.dropout)

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        F.layers.check_share(p)
        self.p, self.inplace = p, inplace

    def forward(self, input: Tensor) -> Tensor:
        """The function."""
        return self.function(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        """Its probability."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_Dropout):
    """Zero elements by chance, in training."""


class Dropout1d(_Dropout):
    """Zero channels by chance, in training."""

    function = staticmethod(F.dropout1d)


class Dropout2d(Dropout1d):
    """Zero channels by chance, in training."""


class Dropout3d(Dropout1d):
    """Zero channels by chance, in training."""


class AlphaDropout(_Dropout):
    """Dropout for selu."""

    function = staticmethod(F.alpha_dropout)


class FeatureAlphaDropout(AlphaDropout):
    """Dropout for selu."""
