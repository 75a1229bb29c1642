"""Presumptions: what the analysis takes for granted about programs, though neither Python, PyTorch nor a model of a library says so.

Each has one member, and each place that rests on one asks for it when all else has been decided, so that a run knows the presumptions that
have decided something in it. Each can be switched off (`Assumptions.without`): `scripts/ablate.py` measures what it then finds more and
less, and tests/test_presumptions.py shows that the findings of its programs change. docs/internal/presumptions.md is generated from here.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Subject(enum.Enum):
    """The question that presumptions answer."""

    VALUES = "Which values have no graph"
    OWNERS = "Who owns, freezes, steps and resets"
    ERRORS = "Which errors do not occur"
    PATHS = "Which code is executed, how often, and what stands for what"
    RETENTION = "Which graphs are kept and used again"
    ROLES = "What evaluates, and what tests"


class Presumption(enum.Enum):
    """A presumption: its subject, the sentence, and programs (below tests/programs) each of whose findings change without it."""

    DATA = (
        Subject.VALUES,
        "What a program only names, what a constructor received, elements of what a loop iterates over, and what unresolved code makes "
        "of these have no graph, unless a backward pass shows one.",
        "gl201/size_of_a_member_before_the_loop.py",
        "gl201/batches_made_by_unresolved_code.py",
        "gl201/batches_of_a_wrapped_loader.py",
        "gl201/trainer_of_unresolved_network.py",
        "gl201/columns_of_recursive_gradient.py",
    )
    NUMBERS = (
        Subject.VALUES,
        "A setting that scales a value is a number, and so may be an item of a model's tuple that is not backpropagated.",
        "gl201/losses_weighted_by_settings.py",
        "gl406/forces_weighted_by_settings.py",
        "gl202/other_term_backpropagated_ok.py",
    )
    ZERO_DIM = (
        Subject.VALUES,
        "A result of unresolved code that `backward()` accepts without a gradient is 0-dim.",
        "gl904/loss_of_a_given_criterion.py",
    )
    TARGETS = (
        Subject.VALUES,
        "Of what a criterion receives, only the one value with a certain graph passes it to the result.",
        "gl101/losses_of_a_received_criterion.py",
    )

    REACHED_PARAMETERS = (
        Subject.OWNERS,
        "An optimizer with unresolved parameters owns some that each backward pass reaches.",
        "gl501/schedule_with_floor.py",
    )
    USES_TELL = (
        Subject.OWNERS,
        "What steps first after a backward pass, and is only used as optimizers are, is one; a field that no code computes with holds no "
        "module.",
        "gl501/schedule_with_floor.py",
        "gl305/settings_kept_by_the_head.py",
    )
    COMPUTATIONS = (
        Subject.OWNERS,
        "Unresolved code that receives a module, and a method with the name of a tensor operation, only compute; a method of a module "
        "whose result is discarded may reset gradients.",
        "gl501/weights_logged_between_backward_and_step.py",
        "gl201/carried_state_read_by_its_name_ok.py",
        "gl501/batch_begun_by_a_learner_ok.py",
    )
    FROZEN_ELSEWHERE = (
        Subject.OWNERS,
        "A module that unresolved code has made, stored or loaded may be frozen by it; a forward pass freezes no module.",
        "gl301/encoder_loaded_from_file_ok.py",
        "gl301/network_frozen_by_either_builder_ok.py",
        "gl106/frozen_model_of_a_library_scaled_ok.py",
        "gl301/trees_scored_by_two_networks.py",
    )

    WHOLE_LOSSES = (
        Subject.ERRORS,
        "A second backward from a partly resolved loss needs what the first one has freed.",
        "gl101/mode_from_method.py",
    )
    UNLIKELY_PATHS = (
        Subject.ERRORS,
        "An error does not occur if a condition avoids it that no caller, default or counter decides, or if it follows from another "
        "exception.",
        "gl107/frozen_by_two_flags_ok.py",
        "gl107/gradient_replaced_if_unused_ok.py",
        "gl106/accumulator_scaled_if_asked_ok.py",
        "gl507/scaler_and_branch_under_two_settings_ok.py",
        "gl103/state_of_counted_chunks_ok.py",
        "gl102/error_of_a_batch_printed_ok.py",
    )
    CHECKS_HOLD = (
        Subject.ERRORS,
        "A program's own checks of its data hold: a call of which every path fails one returns, and a method that fails in training mode "
        "is called in evaluation mode.",
        "gl202/dataset_that_asserts_its_length.py",
        "gl501/prototypes_adapted_in_eval_mode.py",
    )
    REPORTING_HANDLERS = (
        Subject.ERRORS,
        "A handler for any exception that only reports it expects errors of its own block alone.",
        "projects/gl101_training_whose_exceptions_are_printed",
    )

    ONE_SIDE = (
        Subject.PATHS,
        "In code without effects on graphs, one of several choices stands for all: a side of a branch that neither raises nor skips, a "
        "class of a registry that is not under construction.",
        "gl114/parameters_split_by_dimensions.py",
        "gl107/tuner_builds_its_backbone_by_name_ok.py",
    )
    UNSHOWN_CALLERS = (
        Subject.PATHS,
        "A method that an unresolved base class may call may run under any grad mode.",
        "gl301/trainer_of_a_framework_validates_ok.py",
    )
    REASSIGNED_FIELDS = (
        Subject.PATHS,
        "A field with a constant that another method assigns may have any value in a method.",
        "gl503/buffer_counts_its_transitions.py",
    )
    REPEATED_STEPS = (
        Subject.PATHS,
        "A method that takes a batch and runs backward outside of loops is called repeatedly; a graph that it stores, reads in its next "
        "call and never backpropagates remains.",
        "gl202/meter_of_a_training_step.py",
        "gl202/total_of_an_agent_reset_each_epoch.py",
    )

    FUNCTIONS_STORE_NOTHING = (
        Subject.RETENTION,
        "A function of unresolved code, and a callable that is used as modules are, store nothing that they receive; a method may.",
        "gl201/metric_of_nested_groups.py",
        "gl201/batches_of_a_wrapped_loader.py",
    )
    COMPREHENSIONS = (
        Subject.RETENTION,
        "What a comprehension collects is used later.",
        "gl203/losses_of_a_comprehension_printed_ok.py",
    )
    SPENT_GRAPHS = (
        Subject.RETENTION,
        "No code backpropagates again through a graph whose parameters a step has changed.",
        "gl201/loss_given_to_a_meter_after_the_step.py",
    )
    SHARED_RESULTS = (
        Subject.RETENTION,
        "Results of one unresolved call may share a graph.",
        "gl201/losses_of_one_unresolved_call.py",
    )

    MEASURED_RESULTS = (
        Subject.ROLES,
        "Unresolved code that receives the result of an evaluation measures or shows it.",
        "gl301/attribution_of_last_layer.py",
    )
    NAMES_TELL = (
        Subject.ROLES,
        "The names of functions, loops and branches tell evaluation from training where nothing else does.",
        "gl301/generate_tokens.py",
    )
    TESTS = (
        Subject.ROLES,
        "A test, and one call of a module on made-up values, only show that it runs: their results are not used.",
        "gl301/test_weights_copied_ok.py",
        "gl301/model_checked_before_training_ok.py",
        "projects/gl301_scores_compared_in_tests_ok",
    )

    def __init__(self, subject: Subject, sentence: str, *programs: str) -> None:
        self.subject = subject
        self.sentence = sentence
        self.programs = programs


@dataclass(slots=True)
class Presumptions:
    """The presumptions of one run: those that are switched off, and those that have decided something so far."""

    off: frozenset[Presumption] = frozenset()
    decided: set[Presumption] = field(default_factory=set)

    def hold(self, presumption: Presumption) -> bool:
        """Return True unless a presumption is switched off, and record that it decides; ask where nothing else does."""
        if presumption in self.off:
            return False
        self.decided.add(presumption)
        return True

    def of_root(self) -> Presumptions:
        """Return the presumptions of a root's run, which rests on what has decided before it."""
        return Presumptions(self.off, set(self.decided))
