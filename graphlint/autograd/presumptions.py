"""Presumptions: what the analysis takes for granted about programs, though neither Python, PyTorch nor a model of a library says so.

Each has one member, and each place that rests on one asks for it when all else has been decided, so that a run knows the presumptions that
have decided something in it. Each can be switched off (`Assumptions.without`): `scripts/ablate.py` measures what it then finds more and
less, and tests/test_presumptions.py shows that the findings of its program change. docs/internal/presumptions.md is generated from here.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Subject(enum.Enum):
    """The question that presumptions answer."""

    VALUES = "Which values have no graph"
    OWNERS = "Who owns, freezes, steps and resets"
    ERRORS = "Which errors do not occur"
    PATHS = "Which code is executed, and what stands for what"
    CALLS = "What happens between calls"
    RETENTION = "Which graphs are kept and used again"
    ROLES = "What evaluates, and what tests"


class Presumption(enum.Enum):
    """A presumption: its subject, the sentence, and a program (below tests/programs) whose findings change without it."""

    NAMED_VALUES = (
        Subject.VALUES,
        "A value that the program only reads by a name, such as an import or a setting, has no graph.",
        "gl201/size_of_a_member_before_the_loop.py",
    )
    ELEMENTS = (
        Subject.VALUES,
        "The elements of what a loop iterates over are data, unless a backward pass shows a graph.",
        "gl201/size_of_a_member_before_the_loop.py",
    )
    LOADERS = (
        Subject.VALUES,
        "What a loop iterates over is data if unresolved code made it from values none of which is a batch.",
        "gl201/batches_made_by_unresolved_code.py",
    )
    FACTORS = (
        Subject.VALUES,
        "A field, a setting or an item under a text that scales a value with a graph is a number.",
        "gl201/losses_weighted_by_settings.py",
    )
    FACTORS_OF_TERMS = (
        Subject.VALUES,
        "A setting that scales a term of a loss is a number if the loss has a graph besides.",
        "gl201/temperature_times_detached_scores.py",
    )
    CONSTRUCTOR_ARGUMENTS = (
        Subject.VALUES,
        "Results do not depend on the graphs of what the constructor received: it is settings.",
        "gl201/trainer_of_unresolved_network.py",
    )
    MAKERS = (
        Subject.VALUES,
        "A field depends on what it holds, and a module not on the graph of what it was made of.",
        "gl201/batches_of_a_wrapped_loader.py",
    )
    SOME_ITEMS = (
        Subject.VALUES,
        "Of a model's tuple, an item that is not backpropagated may be an accuracy, a number.",
        "gl202/other_term_backpropagated_ok.py",
    )
    SCALING_SETTINGS = (
        Subject.VALUES,
        "An attribute or an item that is only used in arithmetic is a number.",
        "gl406/forces_weighted_by_settings.py",
    )
    TARGETS = (
        Subject.VALUES,
        "Of what a criterion receives, only the one value with a certain graph passes it to the result.",
        "gl101/losses_of_a_received_criterion.py",
    )
    LIBRARY_RESULTS = (
        Subject.VALUES,
        "A function of PyTorch that is not modeled returns data unless it receives a graph.",
        "gl201/batches_made_by_unresolved_code.py",
    )
    DESCRIBED_VALUES = (
        Subject.VALUES,
        "What a text describes that the program received, such as `eval(setting)`, has no graph.",
        "gl201/loaders_of_an_instance_made_from_settings.py",
    )
    PASSED_HELPERS = (
        Subject.VALUES,
        "A function of the program that a limit passes by returns data unless it receives a graph.",
        "gl201/columns_of_recursive_gradient.py",
    )
    BATCH_FIELDS = (
        Subject.VALUES,
        "A field that methods only set from items of a batch that they receive is data.",
        "gl201/fields_set_from_the_batch.py",
    )
    ZERO_DIM = (
        Subject.VALUES,
        "A result of unresolved code that `backward()` accepts without a gradient is 0-dim.",
        "gl904/loss_of_a_given_criterion.py",
    )
    PLAIN_TENSORS = (
        Subject.VALUES,
        "A tensor is of no subclass of torch.Tensor.",
        "gl202/numbers_pass_a_type_test_ok.py",
    )

    REACHED_PARAMETERS = (
        Subject.OWNERS,
        "An optimizer with unresolved parameters owns some that each backward pass reaches.",
        "gl501/schedule_with_floor.py",
    )
    ONLY_OPTIMIZER = (
        Subject.OWNERS,
        "A function with one optimizer and one module in training mode trains it.",
        "gl104/embedding_and_logits_of_a_received_model.py",
    )
    UNUSED_FIELDS = (
        Subject.OWNERS,
        "An unresolved field holds a module only if some code computes with it.",
        "gl305/settings_kept_by_the_head.py",
    )
    LOADED_MODULES = (
        Subject.OWNERS,
        "A module that is loaded from a file may be frozen if code that saves one freezes.",
        "gl301/encoder_loaded_from_file_ok.py",
    )
    FREEZING_OWNERS = (
        Subject.OWNERS,
        "A module that a method has stored which mentions requires_grad may be frozen by it.",
        "gl301/network_frozen_by_either_builder_ok.py",
    )
    FROZEN_ELSEWHERE = (
        Subject.OWNERS,
        "A parameter of unresolved code is changed where that code has frozen it, unless it was trained.",
        "gl106/frozen_model_of_a_library_scaled_ok.py",
    )
    CALLS_FOR_EFFECT = (
        Subject.OWNERS,
        "A method of a module whose result is discarded may reset the gradients that it reaches.",
        "gl501/batch_begun_by_a_learner_ok.py",
    )
    MODULE_ARGUMENTS = (
        Subject.OWNERS,
        "Code that receives a module, and no optimizer, computes with it and resets no gradients.",
        "gl501/weights_logged_between_backward_and_step.py",
    )
    COMPUTING_METHODS = (
        Subject.OWNERS,
        "A method of an unresolved value with the name of a tensor operation trains nothing.",
        "gl201/carried_state_read_by_its_name_ok.py",
    )
    CRITERIA = (
        Subject.OWNERS,
        "A method of an unresolved class that computes the loss resets no gradients.",
        "gl501/criterion_of_an_unresolved_base_class.py",
    )
    FIRST_STEP = (
        Subject.OWNERS,
        "What steps first after a backward pass, and is used as optimizers are, is an optimizer.",
        "gl501/schedule_with_floor.py",
    )
    SCHEDULERS = (
        Subject.OWNERS,
        'An object with "sched" in its name is not an optimizer, though both have `step()`.',
        "gl501/scheduler_made_by_settings_ok.py",
    )
    STATELESS_MODULES = (
        Subject.OWNERS,
        "A callable that is used as modules are keeps nothing between calls.",
        "gl201/batches_of_a_wrapped_loader.py",
    )
    TENSOR_FLAGS = (
        Subject.OWNERS,
        "A forward pass that mentions requires_grad sets that of tensors, not of its parameters.",
        "gl301/trees_scored_by_two_networks.py",
    )

    WHOLE_LOSSES = (
        Subject.ERRORS,
        "A second backward from a partly resolved loss needs what the first one has freed.",
        "gl101/mode_from_method.py",
    )
    INDEPENDENT_CONDITIONS = (
        Subject.ERRORS,
        "A backward without a graph does not occur if either of two conditions avoids it.",
        "gl107/frozen_by_two_flags_ok.py",
    )
    PROGRAM_DECIDES = (
        Subject.ERRORS,
        "A backward without a graph does not occur if a shape, a class or an element's test avoids it.",
        "gl107/gradient_replaced_if_unused_ok.py",
    )
    CHANGE_ON_CONDITION = (
        Subject.ERRORS,
        "A change that PyTorch refuses does not occur if a condition avoids it that no default decides.",
        "gl106/accumulator_scaled_if_asked_ok.py",
    )
    CALL_ON_CONDITION = (
        Subject.ERRORS,
        "A gradient scaler's missing call is not missing if another condition than a counter's has it.",
        "gl507/scaler_and_branch_under_two_settings_ok.py",
    )
    EXCLUSIVE_REMAINDERS = (
        Subject.ERRORS,
        "Tests for different remainders of one counter may exclude each other.",
        "gl103/state_of_counted_chunks_ok.py",
    )
    REPORTING_HANDLERS = (
        Subject.ERRORS,
        "A handler for any exception that only reports it expects errors of its own block alone.",
        "projects/gl101_training_whose_exceptions_are_printed",
    )
    RAISED_AGAIN = (
        Subject.ERRORS,
        "A handler that raises an exception again expects it only if it tests for its text.",
        "gl101/errors_besides_memory_raised_again.py",
    )
    CHANGED_READS = (
        Subject.ERRORS,
        "An assert that contradicts earlier ones reads what code has changed that is not executed.",
        "gl201/reports_counted_by_asserts.py",
    )
    EXCEPTION_IN_LOOP = (
        Subject.ERRORS,
        "An error after a handler in a loop, where nothing raised, follows from that exception.",
        "gl102/error_of_a_batch_printed_ok.py",
    )

    ONE_SIDE = (
        Subject.PATHS,
        "In code without effects on graphs, the side of a branch that neither raises nor skips stands for both.",
        "gl114/parameters_split_by_dimensions.py",
    )
    GRADIENT_SIDES = (
        Subject.PATHS,
        "A class that computes a gradient in its forward pass stands for no class that does not.",
        "gl301/branches_of_builder_one_class_differentiates_ok.py",
    )
    CHECKS_HOLD = (
        Subject.PATHS,
        "A call of which every path fails a check of the program's data returns.",
        "gl202/dataset_that_asserts_its_length.py",
    )
    FLAGS_ARE_KNOWN = (
        Subject.PATHS,
        "A check that tests only flags fails in the program, too.",
        "gl101/flag_of_used_loss_checked_ok.py",
    )
    GRAPH_IS_TRUE = (
        Subject.PATHS,
        "A tensor with a graph is not exactly zero: its truth tests that there is one.",
        "gl202/averages_tested_together.py",
    )
    REGISTERED_PARTS = (
        Subject.PATHS,
        "A registry that classes enter selects no class whose instance is under construction.",
        "gl107/tuner_builds_its_backbone_by_name_ok.py",
    )
    STAR_IMPORTS = (
        Subject.PATHS,
        "A star import of a missing module binds the usual names of PyTorch.",
        "gl503/names_of_a_star_import.py",
    )
    SETUP_METHODS = (
        Subject.PATHS,
        "A method that alone stores a field which other methods use runs before them.",
        "gl104/optimizers_of_a_build_method.py",
    )
    EVALUATION_ONLY = (
        Subject.PATHS,
        "A method of which every path fails in training mode is called in evaluation mode.",
        "gl501/prototypes_adapted_in_eval_mode.py",
    )
    UNSHOWN_CALLERS = (
        Subject.PATHS,
        "A method that an unresolved base class may call may run under any grad mode.",
        "gl301/trainer_of_a_framework_validates_ok.py",
    )
    FORGOTTEN_PARAMETER = (
        Subject.PATHS,
        "A function is not equal to a text: `type == 'sum'` where the parameter is missing.",
        "gl101/mode_from_method_ok.py",
    )

    REASSIGNED_FIELDS = (
        Subject.CALLS,
        "A field with a constant that another method assigns may have any value in a method.",
        "gl503/buffer_counts_its_transitions.py",
    )
    REPEATED_STEPS = (
        Subject.CALLS,
        "A method that takes a batch and runs backward outside of loops is called repeatedly.",
        "gl202/meter_of_a_training_step.py",
    )
    CARRIED_FIELDS = (
        Subject.CALLS,
        "A graph that a step stores, reads in its next call and never backpropagated remains.",
        "gl202/total_of_an_agent_reset_each_epoch.py",
    )
    PRODUCERS = (
        Subject.CALLS,
        "The methods that alone fill what a training step reads are called before it.",
        "gl102/pending_losses_never_emptied.py",
    )

    FUNCTIONS_STORE_NOTHING = (
        Subject.RETENTION,
        "A function of unresolved code stores nothing that it receives; a method may.",
        "gl201/metric_of_nested_groups.py",
    )
    SHORT_DEQUES = (
        Subject.RETENTION,
        "A deque of at most three elements counts as bounded.",
        "gl203/training_step_fills_bounded_deque_ok.py",
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
    UNREAD_VARIABLES = (
        Subject.RETENTION,
        "The detached value of a loop variable is lost if no later line of the loop mentions it.",
        "gl307/loop_variable.py",
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
    UNIT_TESTS = (
        Subject.ROLES,
        "A test function that runs a module outside of loops compares or discards the result.",
        "gl301/test_weights_copied_ok.py",
    )
    SMOKE_TESTS = (
        Subject.ROLES,
        "A module that runs once on made-up values only tests that it runs.",
        "gl301/test_weights_copied_ok.py",
    )
    TEST_FOLDERS = (
        Subject.ROLES,
        "An evaluation in a file of tests is a test of the evaluation.",
        "projects/gl301_scores_compared_in_tests_ok",
    )

    def __init__(self, subject: Subject, sentence: str, program: str) -> None:
        self.subject = subject
        self.sentence = sentence
        self.program = program


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
