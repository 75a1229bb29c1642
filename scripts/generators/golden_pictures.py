"""The pictures of chosen marked programs, tests/pictures/golden, in which each change of the drawing or of its events shows."""

from __future__ import annotations

from pathlib import Path

from marked_programs import FOLDER as PROGRAMS

from generators.rule_facts import own_rules
from generators.rule_pictures import picture
from graphlint.rule.base import Rule

FOLDER = "tests/pictures/golden"
CHOSEN = (
    "gl101/mode_from_function", "gl101/einops_max_reduction_two_backwards", "gl101/losses_dict_items",
    "gl102/backward_on_one_loss_in_while_loop", "gl102/features_before_epochs",
    "gl103/state_in_a_default_factory_dict", "gl103/memory_slots_in_a_dict",
    "gl104/losses_wait_in_a_deque", "gl104/middle_network_stepped_between_backwards",
    "gl105/gate_clamped", "gl105/offset_added_in_place_after_relu",
    "gl201/images_moved_before_the_loop", "gl201/model_wrapped_by_other_code",
    "gl202/losses_summed_over_removed_next", "gl202/meter_of_a_training_step",
    "gl203/decorator_records_results", "gl203/epoch_predictions",
    "gl204/functional_form_leaves_it_too", "gl204/steepness_of_a_field",
    "gl205/stream_state", "gl205/gradient_summed_over_the_sequence",
    "gl301/eval_outputs_passed_by_star_arguments", "gl301/validated_inside_of_training",
    "gl304/codes_only_compared_detached", "gl304/dqn_target",
    "gl308/actor_loss_retains_the_graph_of_the_critic", "gl308/domain_probe_backward_through_features",
    "gl501/optimizers_of_nets_by_index", "gl501/zeroed_once_per_epoch", "gl501/detached_alias_updated_by_gradient",
)  # fmt: skip
"""Programs of each rule whose findings have a story of their own."""


def texts(root: Path) -> dict[str, str]:  # noqa: ARG001  one signature for all generators
    """The generated files by their paths from the root of the repository."""
    rules = {rule.code: rule for rule in own_rules()}
    known = (name for name in CHOSEN if (PROGRAMS / f"{name}.py").is_file())
    return {f"{FOLDER}/{name.replace('/', '_')}.svg": _picture(name, rules[name.partition("/")[0].upper()]) for name in known}


def _picture(name: str, rule: type[Rule]) -> str:
    return picture(f"{name}.py", (PROGRAMS / f"{name}.py").read_text(encoding="utf-8"), rule)
