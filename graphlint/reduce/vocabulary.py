"""The words of Python, PyTorch and other public libraries, which are not replaced in a reduced program."""

from __future__ import annotations

import builtins
import functools
import keyword
import re
import sys
from importlib.resources import files

ENTRY = re.compile(r'^"([\w.*]+)"', re.MULTILINE)
DOTTED = re.compile(r"\btorch(?:\.\w+)+")
ALIASES = frozenset(("nn", "F", "np", "optim", "pd", "plt", "self", "cls", "main"))
WORDS = frozenset(
    "add_module add_param_group apply autocast backward batch_size buffers children cpu cuda data detach detach_ device dim dtype eval "
    "forward functional grad grad_fn is_leaf item load_state_dict lr modules mul named_modules named_parameters no_grad no_sync numpy "
    "optim param_groups parameters register_buffer register_forward_hook register_hook register_parameter requires_grad requires_grad_ "
    "retain_grad retain_graph create_graph save_for_backward saved_tensors scale set_to_none shape size state_dict step to tolist train "
    "training unscale_ unsqueeze update utils zero_grad".split()
)
"""Methods and attributes of tensors, modules and optimizers that the tables of operations do not have."""

STRINGS = frozenset(("", "none", "mean", "sum", "cuda", "cpu", "cuda:0", "train", "eval", "val", "test", "__main__", "min", "max"))
"""Values of arguments of PyTorch, and the names of phases."""

HINTS = ("evaluate", "validate", "test", "predict", "sample", "train", "model", "loss", "optimizer", "loader", "scheduler", "criterion")
"""Words for a name whose meaning the finding depends on."""


@functools.cache
def public_packages() -> frozenset[str]:
    """Return the names of packages that everyone knows: the standard library and those that library models describe."""
    models = (item.name.removesuffix(".toml") for item in files("graphlint.libraries.models").iterdir())
    return frozenset((*sys.stdlib_module_names, "torch", "pytorch_lightning", "sklearn", "scipy", "PIL", "cv2", "tqdm", *models))


@functools.cache
def public_words() -> frozenset[str]:
    """Return the identifiers of Python, PyTorch and the library models."""
    found = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *ALIASES, *WORDS}
    for kind in (str, list, dict, set, tuple, int, float, bytes):
        found.update(dir(kind))
    for name in ("operations.tsv", "modules.tsv"):
        text = files("graphlint.autograd").joinpath(name).read_text(encoding="utf-8")
        found.update(word for dotted in DOTTED.findall(text) for word in dotted.split("."))
    for item in files("graphlint.libraries.models").iterdir():
        if item.name.endswith(".toml"):
            found.update(
                word for dotted in ENTRY.findall(item.read_text(encoding="utf-8")) for word in dotted.split(".") if "*" not in word
            )
    return frozenset(found)
