"""The help of a finding and its preferred fix give the same advice."""

from __future__ import annotations

import re

import pytest

from .proposed_fixes import Offer, offers

SUM = r"Call `backward\(\)` once on the sum|Pass the sum"
ONE_STEP = r"Call `step\(\)` once|Move `step\(\)` after `backward\(\)`|Pass the sum of both losses in one call"
GRAD_MODE_ON = (
    r"Remove |Move the trained part out of the block|Pass `use_reentrant|Decorate .*enable_grad|"
    r"Use a `with .*no_grad\(\):` block|Switch grad mode on before training"
)
WITH_GRAD = r"Keep the |Freeze the parameters before|Add `requires_grad=True`|Call `.*requires_grad_\(\)` before the forward pass"
NEW = "(?P<name>`[^`]+`)"
DETACH_FIRST = rf"Detach {NEW} .*and compute `.*`"
ADVICE: dict[str, tuple[tuple[str, str], ...]] = {
    "GL101": (
        (rf"detach {NEW}", rf"Detach {NEW}"),
        (r"call `backward\(\)` once on the sum .*retain_graph", rf"{SUM}|Add `retain_graph=True`"),
        (r"call `backward\(\)` once on the sum", SUM),
        (r"call `backward\(\)` once, or pass `retain_graph", rf"{SUM}|Remove the (second|first)|Add `retain_graph=True`"),
        (r"call `backward\(\)` once", r"Remove the second"),
    ),
    "GL102": ((r"build the graph in every iteration, or detach", r"(Compute|Reset|Detach|Run|Remove) .*"),),
    "GL103": ((rf"detach {NEW} at the start of each iteration", rf"Detach {NEW}"),),
    "GL104": (
        (rf"detach {NEW} for the earlier loss, and compute `[^`]+` again after", rf"{DETACH_FIRST} again after `step\(\)`"),
        (rf"detach {NEW} for the earlier loss, and compute `[^`]+` after", rf"{DETACH_FIRST} (again )?after `step\(\)`"),
        (rf"detach {NEW}", rf"Detach {NEW}"),
        (r"change the parameters after `backward\(\)`", r"Move the change after `(step|backward)\(\)`"),
        (r"compute `\S+` in every iteration", r"Compute `.*` in every iteration"),
        (r"call `step\(\)` once, after the loop", rf"{ONE_STEP}"),
        (r"call `step\(\)` once, after both", ONE_STEP),
        (rf"compute {NEW} again after the step", rf"Compute {NEW} again after `step\(\)`|Move `step\(\)` after `backward\(\)`"),
        (rf"compute {NEW} after the step", rf"Compute {NEW} (again )?after `step\(\)`|Move `step\(\)` after `backward\(\)`"),
    ),
    "GL105": (
        (r"use the out-of-place operation, or clone", r"(Change|Write) .* out of place|Clone |Assign a new tensor|Remove `inplace=True`"),
    ),
    "GL106": ((r"put the update under `torch.no_grad\(\)`", r"Put the updates? under `no_grad\(\)`"),),
    "GL107": (
        (r"compute .* with grad mode on", GRAD_MODE_ON),
        (r"pass `use_reentrant=False` to the checkpoint", r"Pass `use_reentrant=False`"),
        (r"leave out the detach", r"Remove `"),
        (r"compute the loss from parameters that require grad", WITH_GRAD),
        (r"pass `create_graph=True`", r"Pass `create_graph=True`"),
        (r"use the tensor itself", r"Keep the loss as a tensor"),
        (r"use `rsample\(\)`", r"Replace `sample\(\)`"),
    ),
    "GL110": (
        (r"put the update under `torch.no_grad\(\)`", r"Put the update under `no_grad\(\)`"),
        (r"create the view and change it both under", r"Remove |Move |Write .* out of place"),
        (r"use the out-of-place operation", r"(Change|Write) .* out of place|Clone |Remove `inplace=True`"),
    ),
    "GL114": (
        (r"make a list of the iterator, or call `parameters\(\)` again", r"Make a list|Call `.*parameters\(\)` again"),
        (r"register the modules in", r"Make it an `nn\.Module"),
        (r"pass parameters", r"Pass `"),
        (r"leave the parameter out of one of the groups", r"Leave "),
    ),
    "GL406": (
        (r"pass `create_graph=True`", r"Pass `create_graph=True`"),
        (r"call the module with grad mode enabled", r"Remove |Move the trained part out of the block"),
    ),
    "GL201": ((r"remove `retain_graph", r"Remove `retain_graph"),),
    "GL202": (
        (r"detach the parameters that are added", r"Detach "),
        (r"add a number or a detached tensor", r"Detach |Add .* as a number|Put the statement under `no_grad\(\)`"),
    ),
    "GL203": ((r"store a number or a detached tensor", r"Detach |Store .* as a number"),),
    "GL301": (
        (r"wrap it in `torch.no_grad\(\)`", r"Decorate .* with `@.*no_grad\(\)`|Put the evaluation of .* under|Switch grad mode on"),
    ),
    "GL304": ((r"call it under `torch.no_grad\(\)`", r"Call .* under `no_grad\(\)`"),),
    "GL305": (
        (r"freeze it with .*, or call it under", r"Freeze |Call .* under `no_grad\(\)`"),
        (r"give the optimizer its parameters", r"Add `.*` to the optimizer"),
    ),
    "GL308": (
        (rf"call {NEW} under `torch.no_grad\(\)`, or detach its output", rf"Call {NEW} (earlier, )?under `no_grad\(\)`|Detach "),
        (rf"detach {NEW} for this loss", rf"Detach {NEW}"),
    ),
    "GL404": ((r"read the gradient of the leaf, or call|give it the leaf", r"Call `|Detach the tensor and call"),),
    "GL501": (
        (r"call `zero_grad\(\)` before", r"(Insert|Move) `.*`|Reset the gradient"),
        (r"call its `zero_grad\(\)` before", r"(Insert|Move) `.*`"),
    ),
    "GL601": ((r"pass `use_reentrant=False`", r"Pass `use_reentrant=False`"),),
}
"""Per code, what the help says and the titles of the fixes that do this, by regular expressions; `name` is the same in both."""


@pytest.mark.parametrize("code", ADVICE)
def test_the_fix_is_what_the_help_says(code: str) -> None:
    """Nobody has to choose between two voices: the first words of the help describe the preferred fix, of the same value."""
    offered = [offer for offer in offers() if offer.finding.code == code and offer.fixes]
    assert offered
    assert [text for text in map(_difference, offered) if text] == []


def _difference(offer: Offer) -> str:
    """Return what the help and the preferred fix of a finding say, if it is not the same; otherwise an empty text."""
    help_text, title = offer.finding.help, offer.fixes[0].message
    for help_pattern, title_pattern in ADVICE[offer.finding.code]:
        said = re.match(help_pattern, help_text)
        if said is not None:
            done = re.match(title_pattern, title)
            named = said.groupdict().get("name"), done.groupdict().get("name") if done is not None else None
            return "" if done is not None and _are_of_one_value(*named) else f"{offer.name}: {help_text} / {title}"
    return f"{offer.name}: no entry for {help_text}"


def _are_of_one_value(said: str | None, done: str | None) -> bool:
    """Return True if a fix names the value that the help names, or an attribute of it; or if one of them names none."""
    return None in (said, done) or said == done or f"{done}".startswith(f"{said}"[:-1] + ".")
