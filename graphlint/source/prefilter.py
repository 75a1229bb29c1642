"""Which files can hold a finding at all: a search of the bytes that spares the parse of all others."""

from __future__ import annotations

import re

# What a file must name to reach the autograd graph: torch itself, libraries that are built on it, and the words of training code that is
# handed its model from another file. A word too many costs a parse, a word too few a finding.
WORDS = (
    b"torch",
    b"backward",
    b"no_grad",
    b"zero_grad",
    b"requires_grad",
    b"retain_graph",
    b"inference_mode",
    b"lightning",
    b"accelerate",
    b"transformers",
    b"diffusers",
    b"fastai",
    b"ignite",
    b"timm",
    b"monai",
    b"deepspeed",
)
PATTERN = re.compile(b"|".join(re.escape(word) for word in WORDS) + rb"|\.eval\(\)")
OTHER_FRAMEWORKS = frozenset(
    """mxnet gluonnlp gluoncv tensorflow tensorflow_probability tensorflow_addons keras tf_keras sonnet paddle jax flax haiku equinox optax
    mindspore chainer cupy theano lasagne cntk jittor megengine mlx tinygrad""".split()
)
"""Frameworks whose tensors and graphs are not PyTorch's: what is called alike there says nothing."""
OF_ANOTHER = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(?:" + "|".join(sorted(OTHER_FRAMEWORKS)).encode() + rb")\b", re.MULTILINE)


def can_hold_finding(data: bytes) -> bool:
    """Whether a file names torch or anything that leads there, and is not another framework's.

    Args:
        data: the file's bytes, in any encoding that holds ASCII as it is.
    """
    return b"torch" in data or (PATTERN.search(data) is not None and not is_of_another(data))


def is_of_another(data: bytes) -> bool:
    """Whether a file imports another framework, and never names torch.

    Args:
        data: the file's bytes.
    """
    return b"torch" not in data and OF_ANOTHER.search(data) is not None
