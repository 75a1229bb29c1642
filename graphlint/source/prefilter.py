"""A search of a file's bytes that decides whether it can contain a finding, which saves the parse of most files."""

from __future__ import annotations

import re

from graphlint.source.source import UTF16_MARKS

# A file can only use the autograd graph if it names torch, a library built on it, or the methods of training code that receives its model
# from another file. A superfluous word costs a parse, a missing one a finding.
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
PATTERN = re.compile(b"|".join(re.escape(word) for word in WORDS) + rb"|\.eval(?:\(\)|[ \t]*\r?$)", re.MULTILINE)
OTHER_FRAMEWORKS = frozenset(
    """mxnet gluonnlp gluoncv tensorflow tensorflow_probability tensorflow_addons keras tf_keras sonnet paddle jax flax haiku equinox optax
    mindspore chainer cupy theano lasagne cntk jittor megengine mlx tinygrad dynet""".split()
)
"""Frameworks with tensors and graphs of their own, whose methods have some of PyTorch's names."""
OTHER_FRAMEWORK_IMPORT = re.compile(
    rb"^[ \t]*(?:import|from)[ \t]+(?:" + "|".join(sorted(OTHER_FRAMEWORKS)).encode() + rb")\b", re.MULTILINE
)


def can_hold_finding(data: bytes) -> bool:
    """Return True if a file names torch or something built on it, and does not use another framework only.

    Args:
        data: the file's bytes, in an encoding that extends ASCII, or in UTF-16.
    """
    if data.startswith(UTF16_MARKS):
        # Python does not read UTF-16, which is an error if the file uses torch.
        data = data.replace(b"\0", b"")
    return b"torch" in data or (PATTERN.search(data) is not None and not uses_other_framework(data))


def uses_other_framework(data: bytes) -> bool:
    """Return True if a file imports another framework and never names torch."""
    return b"torch" not in data and OTHER_FRAMEWORK_IMPORT.search(data) is not None
