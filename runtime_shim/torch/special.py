"""torch.special."""

from ._missing import guard
from ._ops.activation import log_sigmoid
from ._ops.pointwise import digamma, erf, erfc, erfinv, exp2, expm1, log1p, logit, sigmoid, sinc, xlogy
from ._ops.pointwise import lgamma as gammaln
from ._ops.pointwise import sigmoid as expit
from ._ops.reduce import log_softmax, logsumexp, softmax

__all__ = [
    "digamma",
    "erf",
    "erfc",
    "erfinv",
    "exp2",
    "expit",
    "expm1",
    "gammaln",
    "log1p",
    "log_sigmoid",
    "log_softmax",
    "logit",
    "logsumexp",
    "sigmoid",
    "sinc",
    "softmax",
    "xlogy",
]

__getattr__ = guard("torch.special")
