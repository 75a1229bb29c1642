"""The grad mode at the calls of a function, by the names that the functions of the project call.

A name does not show which function is called, so that a call with grad mode on counts for every function of its name. But a method that
is called of `self` is one of the same object: the two classes are related.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphlint.project.file_summary import FileSummary, FunctionSummary
from graphlint.project.relevance import COMMON

GRAD_MODES = ("no_grad", "inference_mode", "set_grad_enabled")
"""The context managers of PyTorch that disable grad mode."""

_MOST = 12
"""The maximum number of functions that are followed."""


def is_only_without_grad(name: str, owner: str, files_with: Callable[[str], Iterable[FileSummary]]) -> bool:
    """Return True if all calls of a function are where grad mode may be off, themselves or those of the functions around them.

    The `forward` of a module is called under other names. For a method that the `forward` of its own class calls, grad mode may be off if
    the project calls anything without it; other ways through a `forward` do not decide. A function that a container or a keyword argument
    holds is also called where the items of the container, or what the keyword names, are.

    Args:
        name: the name of the function or method.
        owner: the class of the object whose method it is, "" if there is none or it is not known.
        files_with: returns the summaries of the files in which a name may occur.
    """
    seen, pending = {(name, owner)}, [(name, owner)]
    while pending:
        here, made = pending.pop()
        if here == "forward" != name and made and made == owner and _calls_without_grad(files_with):
            continue
        if here in COMMON or here.startswith("__") or len(seen) > _MOST:
            return False
        files = tuple(files_with(here))
        if any(here in summary.own_calls for summary in files):
            return False
        pending.extend(held := {(holder, "") for summary in files for holder, items in summary.holders.items() if here in items} - seen)
        seen |= held
        calling = [item for summary in files for item in summary.functions if here in item.called]
        callers = [item for item in calling if not _is_own_call(item, here) or _are_related(made, item.owner, files_with)]
        if not callers:
            if held:
                continue
            return False
        enabled = {
            (item.name, made if _is_own_call(item, here) and made else item.owner)
            for item in callers
            if here in item.called_names_with_grad
        }
        pending.extend(enabled - seen)
        seen |= enabled
    return True


def may_be_without_grad(name: str, owner: str, files_with: Callable[[str], Iterable[FileSummary]]) -> bool:
    """Return True if some way to a call of a function leads through a call that is made where grad mode is off.

    That is enough for code that raises an error wherever grad mode is on: a program that has been run does not call it there.
    """
    seen, pending = {(name, owner)}, [(name, owner)]
    while pending and len(seen) <= _MOST:
        here, made = pending.pop(0)
        if here in COMMON or here.startswith("__"):
            continue
        calling = [item for summary in files_with(here) for item in summary.functions if here in item.called]
        callers = [item for item in calling if not _is_own_call(item, here) or _are_related(made, item.owner, files_with)]
        if any(here not in item.called_names_with_grad for item in callers):
            return True
        found = dict.fromkeys((item.name, item.owner) for item in callers if (item.name, item.owner) not in seen)
        seen.update(found)
        pending.extend(found)
    return False


def may_call(name: str, owner: str, own: FileSummary, files_with: Callable[[str], Iterable[FileSummary]]) -> bool:
    """Return True if another file than `own` calls a method of this name that may be the one of the class `owner`."""
    for summary in (found for found in files_with(name) if found is not own):
        calling = [item for item in summary.functions if name in item.called]
        if any(not _is_own_call(item, name) or _are_related(owner, item.owner, files_with) for item in calling):
            return True
        if name in summary.own_calls or (name in summary.called and not calling):
            return True
    return False


def _calls_without_grad(files_with: Callable[[str], Iterable[FileSummary]]) -> bool:
    """Return True if a function of the project calls anything where a block disables grad mode."""
    summaries = (summary for word in GRAD_MODES for summary in files_with(word))
    return any(item.calls - item.called_with_grad for summary in summaries for item in summary.functions)


def _is_own_call(function: FunctionSummary, name: str) -> bool:
    """Return True if a method calls a method of this name only of its own object."""
    calls = {called for called in function.calls if called.rpartition(".")[2] == name}
    return bool(function.owner) and calls == {f"self.{name}"}


def _are_related(one: str, other: str, files_with: Callable[[str], Iterable[FileSummary]]) -> bool:
    """Return True if one of two classes may derive from the other one."""
    return not (one and other) or other in _bases(one, files_with) or one in _bases(other, files_with)


def _bases(name: str, files_with: Callable[[str], Iterable[FileSummary]]) -> set[str]:
    """Return the names of a class and of its bases, direct or not."""
    found, pending = {name}, [name]
    while pending:
        here = pending.pop()
        made = (summary.classes[here] for summary in files_with(here) if here in summary.classes)
        bases = {base.rpartition(".")[2] for item in made for base in item.bases} - found
        found |= bases
        pending.extend(bases)
    return found
