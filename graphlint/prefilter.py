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


def can_hold_finding(data: bytes) -> bool:
    """Whether a file names torch or anything that leads there.

    Args:
        data: the file's bytes, in any encoding that holds ASCII as it is.
    """
    return b"torch" in data or PATTERN.search(data) is not None
